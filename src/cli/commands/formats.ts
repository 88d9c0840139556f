import { type Context, command, runCommand } from '../command.ts';
import { aligned } from '../text.ts';

/** `exhume formats` */
export const formats = (context: Context) =>
  command({
    name: 'formats',
    summary: 'list the formats and what can be done with each',
    examples: [
      ['formats', 'a table'],
      ['formats --json', 'for programs'],
    ],
  }).action((options) =>
    runCommand(context, options, async (session) => {
      const { abilities } = await import('../../operations/abilities.ts');
      const { outputFormats } = await import('../../operations/convert.ts');
      const { wrappers } = await import('../../formats/registry.ts');
      const all = abilities();
      const outputs = outputFormats().map(({ id, title, from, family }) => ({ id, title, from, family: family?.id }));
      const compressions = wrappers.map(({ id, title, extensions }) => ({ id, title, extensions }));
      if (session.json) return session.printJson({ formats: all, outputs, wrappers: compressions });
      const mark = (is: boolean) => (is ? 'yes' : '-');
      const lines = all.map(({ family, id, title, extensions, roles, fromGltf, pictures, archive }) => [
        family ?? 'shared',
        id,
        extensions.join(' ') || '-',
        roles.join(', ') || '-',
        mark(fromGltf),
        pictures,
        mark(archive),
        title,
      ]);
      const head = ['family', 'format', 'extensions', 'in glTF as', 'from glTF', 'pictures', 'archive', ''];
      for (const line of aligned([head, ...lines])) session.print(line);
      session.print();
      session.print('All are read, explained, checked and written back byte for byte.');
      session.print();
      session.print('Written by convert --to:');
      for (const line of aligned(outputs.map(({ id, title }) => [`  ${id}`, title]))) session.print(line);
      if (compressions.length > 0) {
        session.print();
        session.print('Compressions around files:');
        for (const line of aligned(
          compressions.map(({ id, title, extensions }) => [`  ${id}`, extensions.join(' '), title]),
        ))
          session.print(line);
      }
    }),
  );
