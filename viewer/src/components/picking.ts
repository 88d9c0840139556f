import type { NamedFile } from '../decoder/protocol.ts';
import { openFiles } from '../state/opening.ts';

// Files that people choose, whichever way they do.

/** Asks for files, or for a folder. Resolves with nothing where people change their mind. */
export function pickFiles(kind: 'files' | 'folder'): Promise<readonly NamedFile[]> {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.webkitdirectory = kind === 'folder';
  return new Promise((resolve) => {
    input.addEventListener('change', () => resolve(namedFiles(input.files ?? [])));
    input.addEventListener('cancel', () => resolve([]));
    input.click();
  });
}

/** Lets people choose, and opens what they chose. */
export async function pickAnd(kind: 'files' | 'folder'): Promise<void> {
  const files = await pickFiles(kind);
  if (files.length > 0) await openFiles('', files);
}

function namedFiles(files: Iterable<File>): NamedFile[] {
  return Array.from(files, (file) => ({ name: file.webkitRelativePath || file.name, file }));
}

/** Everything that was dropped or pasted, folders with what is in them. */
export async function filesOf(data: DataTransfer): Promise<NamedFile[]> {
  // Entries have to be taken before the first wait: the browser empties the transfer then.
  const entries = Array.from(data.items, (item) => (item.kind === 'file' ? item.webkitGetAsEntry() : null));
  const plain = namedFiles(data.files);
  if (entries.every((entry) => entry === null)) return plain;
  const found = await Promise.all(entries.flatMap((entry) => (entry === null ? [] : [filesIn(entry, '')])));
  return found.flat();
}

async function filesIn(entry: FileSystemEntry, folder: string): Promise<NamedFile[]> {
  const name = `${folder}${entry.name}`;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return [{ name, file }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const files: NamedFile[] = [];
  // Folders come in portions, until an empty one.
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (portion.length === 0) return files;
    for (const inner of portion) files.push(...(await filesIn(inner, `${name}/`)));
  }
}
