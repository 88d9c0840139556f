import { type Issue, issueKinds } from '../issue.ts';

/** What can go wrong around files rather than in them: finding, recognizing, converting and writing. */
export const operationIssues = issueKinds('', {
  'no-such-file': {
    severity: 'error',
    means: 'There is no file, folder or archive member of this name.',
    remedy: 'Check the spelling. `exhume ls FOLDER` lists what is there, members of archives included.',
  },
  'not-readable': {
    severity: 'error',
    means: 'The operating system does not let us read a file or folder.',
    remedy: 'Check its permissions, and whether another program holds it.',
  },
  'empty-file': {
    severity: 'error',
    means: 'The file has no bytes at all.',
    remedy: 'A copy or a download went wrong. Get the file again from its source.',
  },
  'unknown-format': {
    severity: 'error',
    means: 'The bytes are of no format that exhume knows.',
    remedy: '`exhume formats` lists the known ones. `--format ID` forces one where recognition fails.',
  },
  'foreign-format': {
    severity: 'error',
    means: 'The file is of a known kind that exhume does not read, often with the extension of one it does.',
    remedy: 'Use a program made for that kind. The reason names it.',
  },
  'wrong-format': {
    severity: 'error',
    means: 'The file is of a format that this command has no use for.',
    remedy: '`exhume formats` tells what can be done with each format.',
  },
  unexplained: {
    severity: 'info',
    means: 'Bytes that no value of the format accounts for.',
    remedy: 'Nothing needs to be done to use the file. `exhume inspect` shows where they are.',
  },
  'not-exact': {
    severity: 'error',
    means: 'Reading a file and writing it again does not give the same bytes.',
    remedy: 'A fault of exhume, not of the file: please report it, with the file if you may share it.',
  },
  'no-models': {
    severity: 'error',
    means: 'No model was found where one was looked for.',
    remedy:
      '`exhume ls` shows what there is. Pictures are converted with `--to png`; other folders are added with `--with`.',
  },
  'no-scene': {
    severity: 'error',
    means: 'What was found of a model gives nothing that could be shown or converted.',
    remedy: 'Usually its mesh is in another folder or archive: name it too, or add it with `--with`.',
  },
  'nothing-written': {
    severity: 'error',
    means: 'The scene holds nothing that the target format could say.',
    remedy: 'Choose another `--to`, or check that the scene has the meshes or animations the format is for.',
  },
  'texture-decoded': {
    severity: 'info',
    means: 'A texture is in a format that the file to be written has no name for: it was written as r g b a pixels.',
    remedy: 'Nothing to do, or choose the other of `--textures dds` and `--textures ktx2`.',
  },
  'no-stored-textures': {
    severity: 'info',
    means: 'The textures of a model are mere pictures in its game: there are no blocks and no levels to keep.',
    remedy: 'The pictures are in the .glb; `--textures png` writes them beside it.',
  },
  'output-exists': {
    severity: 'error',
    means: 'The file to be written is already there.',
    remedy: '`--force` replaces it; `-o` names another place.',
  },
  'output-clash': {
    severity: 'error',
    means: 'Two results of one run have the same name and different content.',
    remedy: 'Convert them in separate runs with separate `-o` folders.',
  },
  'not-writable': {
    severity: 'error',
    means: 'The operating system does not let us write where the result should go.',
    remedy: 'Check the permissions and the free space of the place, or choose another with `-o`.',
  },
  'unsafe-name': {
    severity: 'error',
    means: 'The name of an archive member would lead outside the output folder, or is none a file can have.',
    remedy: 'The member is left out. An archive of a game has no such names: do not trust this one.',
  },
  'renamed-member': {
    severity: 'info',
    means: 'An archive holds several members of one name; later ones got a number.',
    remedy: 'Nothing needs to be done. The game sees one of them only.',
  },
  'kept-member': {
    severity: 'info',
    means: 'A member of the base archive that the folder lacks was kept.',
    remedy: '`--prune` leaves such members out.',
  },
  'too-nested': {
    severity: 'warning',
    means: 'Archives lie inside archives deeper than any game nests them; the innermost was not opened.',
    remedy: 'Extract it and look at it on its own.',
  },
  'out-of-memory': {
    severity: 'error',
    means: 'Working on a file took more memory than a worker may use. The run went on with the other files.',
    remedy: 'Try the file alone with `--jobs 1`.',
  },
  unexpected: {
    severity: 'error',
    means: 'A fault of exhume itself. The run went on with the other files.',
    remedy: 'Please report it, with the file if you may share it. `--debug` shows where it happened.',
  },
});

/** The same issues as plain data that tell which file they are about, where they did not yet. */
export function inFile(issues: Iterable<Issue>, file: string): Issue[] {
  return Array.from(issues, ({ severity, code, reason, path, offset, file: own }) => ({
    severity,
    code,
    reason,
    path,
    ...(offset === undefined ? {} : { offset }),
    file: own ?? file,
  }));
}
