import { familyOf, formats, isArchive } from '../formats/registry.ts';

/** What can be done with a format, as far as the format and its family offer it. */
export interface Ability {
  readonly id: string;
  readonly title: string;
  /** Id of the family; undefined for formats that belong to no game. */
  readonly family?: string;
  readonly extensions: readonly string[];
  /** What it brings to a model that becomes glTF: `mesh`, `animation`; empty where it is in no model. */
  readonly roles: readonly string[];
  /** Whether glTF can be written as it. */
  readonly fromGltf: boolean;
  /** Whether its pictures become PNG, and PNG such pictures. */
  readonly pictures: 'both ways' | 'to PNG' | '-';
  /** Whether it holds files, which can be extracted and packed. */
  readonly archive: boolean;
}

/** The abilities of every format, in the order of the families. */
export function abilities(): readonly Ability[] {
  return formats.map((format) => {
    const family = familyOf(format);
    return {
      id: format.id,
      title: format.title,
      ...(family === undefined ? {} : { family: family.id }),
      extensions: format.extensions,
      roles: format.roles ?? [],
      fromGltf: family?.targets.some((target) => (target.formats ?? [target.id]).includes(format.id)) ?? false,
      pictures: format.toImages === undefined ? '-' : format.fromImages === undefined ? 'to PNG' : 'both ways',
      archive: isArchive(format),
    };
  });
}
