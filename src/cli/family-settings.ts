import type { OptionDeclaration } from '../formats/format.ts';

/** A setting and the families that have it. */
export interface FamilySetting {
  readonly families: readonly string[];
  readonly option: OptionDeclaration;
}

/** The settings of all families; what several have by one name is one. */
export async function familySettings(): Promise<readonly FamilySetting[]> {
  const { families } = await import('../formats/registry.ts');
  const settings = new Map<string, FamilySetting>();
  for (const { id, options } of families) {
    for (const option of options) {
      const known = settings.get(option.name);
      settings.set(option.name, known === undefined ? { families: [id], option } : merged(known, id, option));
    }
  }
  return [...settings.values()];
}

function merged({ families, option }: FamilySetting, id: string, other: OptionDeclaration): FamilySetting {
  const values = option.values && other.values && [...new Set([...option.values, ...other.values])];
  const { values: _, ...texts } = option;
  return { families: [...families, id], option: values === undefined ? texts : { ...texts, values } };
}
