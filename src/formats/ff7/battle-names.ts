// How the files of a battle model are called: `PPSS`, two letters for the model and two for the role (specification, sections
// 1.2 and 1.3).

export const SKELETON = 'aa';
export const SETTINGS = 'ab';
export const BANK = 'da';

const FIRST_TEXTURE = 2;
const FIRST_PART = 12;
const FIRST_WEAPON = 62;
const LAST_WEAPON = 77;

export const MAX_TEXTURES = FIRST_PART - FIRST_TEXTURE;
export const MAX_PARTS = FIRST_WEAPON - FIRST_PART;

/** Two letters that count to the base of 26: 0 is `aa`. */
export function lettersOf(code: number): string {
  return String.fromCharCode(97 + Math.floor(code / 26), 97 + (code % 26));
}

export const textureSuffix = (id: number): string => lettersOf(FIRST_TEXTURE + id);
/** The suffix counts bones, not files: bones without a mesh leave gaps. */
export const partSuffix = (bone: number): string => lettersOf(FIRST_PART + bone);
export const weaponSuffix = (weapon: number): string => lettersOf(FIRST_WEAPON + weapon);

export interface Role {
  readonly kind: 'skeleton' | 'settings' | 'texture' | 'mesh' | 'weapon' | 'animation';
  /** Of a texture, bone or weapon. */
  readonly index: number;
}

/** What a file is to its model, by the last two letters of its name. */
export function roleOfSuffix(suffix: string): Role | undefined {
  const code = 26 * (suffix.charCodeAt(0) - 97) + suffix.charCodeAt(1) - 97;
  if (suffix === SKELETON) return { kind: 'skeleton', index: 0 };
  if (suffix === SETTINGS) return { kind: 'settings', index: 0 };
  if (suffix === BANK) return { kind: 'animation', index: 0 };
  if (code >= FIRST_TEXTURE && code < FIRST_PART) return { kind: 'texture', index: code - FIRST_TEXTURE };
  if (code >= FIRST_PART && code < FIRST_WEAPON) return { kind: 'mesh', index: code - FIRST_PART };
  if (code >= FIRST_WEAPON && code <= LAST_WEAPON) return { kind: 'weapon', index: code - FIRST_WEAPON };
  return undefined;
}

/** The same, by extension, as files of magic.lgp are called: `.d`, `.b`, `.t00`, `.p00`, `.a00`. */
export function roleOfExtension(extension: string): Role | undefined {
  if (extension === '.d') return { kind: 'skeleton', index: 0 };
  if (extension === '.b') return { kind: 'settings', index: 0 };
  const numbered = /^\.([tpa])(\d\d)$/.exec(extension);
  if (numbered === null) return undefined;
  const kinds = { t: 'texture', p: 'mesh', a: 'animation' } as const;
  return { kind: kinds[numbered[1] as 't' | 'p' | 'a'], index: Number(numbered[2]) };
}

/** Name of the file of a role: `rtda` for models of two letters, `name.a00` for others. */
export function fileNameOf(model: string, { kind, index }: Role): string {
  const two = String(index).padStart(2, '0');
  if (model.length !== 2) {
    return `${model}${{ skeleton: '.d', settings: '.b', texture: `.t${two}`, mesh: `.p${two}`, weapon: `.w${two}`, animation: `.a${two}` }[kind]}`;
  }
  const suffix = {
    skeleton: () => SKELETON,
    settings: () => SETTINGS,
    animation: () => BANK,
    texture: () => textureSuffix(index),
    mesh: () => partSuffix(index),
    weapon: () => weaponSuffix(index),
  }[kind]();
  return `${model}${suffix}`;
}

/** Prefixes of the battle stages. */
export function isStagePrefix(prefix: string): boolean {
  const number = 26 * (prefix.charCodeAt(0) - 97) + prefix.charCodeAt(1) - 97;
  return number >= 370 && number <= 459;
}

/** Names of PlayStation packs whose model on the PC is known: `ENEMY016` is `aq`. */
export function prefixOfPack(stem: string): string | undefined {
  const enemy = /^enemy(\d{3})(_u)?$/i.exec(stem);
  if (enemy !== null && Number(enemy[1]) < 676) return lettersOf(Number(enemy[1]));
  return /^cloud(_u)?$/i.test(stem) ? 'rt' : undefined;
}
