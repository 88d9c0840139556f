/** The files that textures can be written as. PNG shows the finest level of each layer. */
export const textureFiles = ['png', 'dds', 'ktx2'] as const;
export type TextureFile = (typeof textureFiles)[number];
