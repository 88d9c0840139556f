/** Channels of a 5-6-5 colour as bytes: the upper bits repeat below. */
export const red = (color: number): number => ((color >> 8) & 0xf8) | (color >> 13);
export const green = (color: number): number => ((color >> 3) & 0xfc) | ((color >> 9) & 3);
export const blue = (color: number): number => ((color << 3) & 0xf8) | ((color >> 2) & 7);
