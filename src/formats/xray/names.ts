const TEXTURE_EXTENSION = /\.(tga|dds|bmp|png|thm)$/i;

/** The extension that a texture name should not have, or nothing. */
export function textureExtension(name: string): string {
  return TEXTURE_EXTENSION.exec(name)?.[0] ?? '';
}

/** A name as the engine compares it: lower case, `\` between folders, without a texture's extension. */
export function normalName(name: string): string {
  return name.replaceAll('/', '\\').toLowerCase().replace(TEXTURE_EXTENSION, '');
}

/** The items of a text that lists them with commas; none in an empty text. */
export function listItems(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
