import { Option } from '@commander-js/extra-typings';
import { textureFiles } from '../../operations/texture-files.ts';
import { type Context, collect, command, runCommand } from '../command.ts';
import type { WrittenFile } from '../output.ts';
import { bytesText, counted } from '../text.ts';

/** `exhume extract` */
export const extract = (context: Context) =>
  command({
    name: 'extract',
    summary: 'take files out of archives and compressions',
    description: 'Writes the members of archives, as they are, to a folder. Compressed single files are unpacked.',
    examples: [
      ['extract meshes.vpp -o meshes', 'all members'],
      ['extract meshes.vpp/door.v3m', 'one member'],
      ['extract model.szs --deep', 'members of archives in archives too'],
      ['extract model.szs --textures dds -o textures', 'textures, with their blocks and levels'],
    ],
  })
    .argument('<inputs...>', 'archives, members of archives, compressed files, folders of them')
    .option('-o, --output <folder>', 'folder to write to', '.')
    .option('--deep', 'open archives inside archives, and write their members instead')
    .option('--force', 'replace files that are there already')
    .addOption(
      new Option('--textures <kind>', 'take out the textures instead, as they are stored').choices(textureFiles),
    )
    .option('--zstd-dict <file>', 'dictionary of Zstandard frames (can be repeated)', collect)
    .action((paths, options) =>
      runCommand(context, options, async (session) => {
        const { openWorkspace } = await import('../workspace.ts');
        const { membersToExtract, texturesToExtract } = await import('../extraction.ts');
        const { OutputFolder } = await import('../output.ts');
        const workspace = await openWorkspace(session, { paths, ...options });
        const folder = new OutputFolder(options.output, session.io.cwd, options.force === true);
        const written: WrittenFile[] = [];
        for (const input of workspace.inputs) {
          const { members, issues } =
            options.textures === undefined
              ? membersToExtract(input, options.deep === true)
              : await texturesToExtract(input, options.textures);
          session.count(issues.filter(({ severity }) => severity !== 'error'));
          session.fail(issues.filter(({ severity }) => severity === 'error'));
          for (const member of members) {
            const result = folder.write(member);
            if (!('size' in result)) session.fail([result]);
            else {
              written.push(result);
              if (!session.json) session.print(`${result.path}  ${bytesText(result.size)}`);
            }
          }
          session.fail(input.source.issues.filter(({ severity }) => severity === 'error'));
        }
        if (session.json) return session.printJson({ written, issues: session.issues });
        session.note(
          `${counted(written.length, 'file')} written, ${bytesText(written.reduce((sum, { size }) => sum + size, 0))}`,
        );
      }),
    );
