/** A picture as pixels: rows from top to bottom, four bytes r g b a a pixel, alpha not multiplied in. */
export interface Image {
  width: number;
  height: number;
  rgba: Uint8Array;
}
