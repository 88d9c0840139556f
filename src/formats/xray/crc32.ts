let table: Uint32Array | undefined;

/** CRC-32 of zlib and PKZIP: reflected polynomial 0xedb88320, all bits set before and inverted after. */
export function crc32(bytes: Uint8Array): number {
  table ??= Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    return value;
  });
  let crc = 0xffffffff;
  for (let i = 0; i < bytes.length; i++) crc = (crc >>> 8) ^ table[(crc ^ bytes[i]!) & 0xff]!;
  return (crc ^ 0xffffffff) >>> 0;
}

/** Of numbers as they lie in memory, which on all machines we run on is as they lie in the file. */
export function crc32Of(values: Int8Array | Int16Array): number {
  return crc32(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
}
