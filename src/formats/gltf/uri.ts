/** Finds the bytes of a file that a document names, relative to the document. */
export type Related = (uri: string) => Uint8Array | undefined;

/** The bytes of a URI: those in it, where it is a data URI, else those of a related file. */
export function open(uri: string, related: Related): Uint8Array | undefined {
  if (uri === '') return undefined;
  if (uri.startsWith('data:')) return dataOf(uri);
  return related(decoded(uri)) ?? related(uri);
}

function dataOf(uri: string): Uint8Array | undefined {
  const comma = uri.indexOf(',');
  if (comma < 0) return undefined;
  const body = uri.slice(comma + 1);
  if (!uri.slice(0, comma).endsWith(';base64')) return new TextEncoder().encode(decoded(body));
  try {
    return Uint8Array.from(atob(decoded(body)), (character) => character.charCodeAt(0));
  } catch {
    // Not base64: there is nothing in the URI that could be read.
    return undefined;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign that escapes nothing stands for itself.
    return text;
  }
}
