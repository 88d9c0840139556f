import { spawn } from 'node:child_process';
import { basename, resolve } from 'node:path';
import { InvalidArgumentError } from '@commander-js/extra-typings';
import { type Context, command, runCommand } from '../command.ts';
import type { Session } from '../session.ts';
import { counted } from '../text.ts';
import { UsageError } from '../usage-error.ts';
import type { ViewedFile } from '../viewer-server.ts';

/** `exhume view` */
export const view = (context: Context) =>
  command({
    name: 'view',
    summary: 'look at models and bytes in the browser',
    description: 'Opens the viewer in the browser with the files that are named. Only this machine can reach them.',
    examples: [
      ['view miner.v3c', 'one file, and nothing else'],
      ['view game/', 'a folder with its archives'],
      ['view meshes.vpp --no-open --port 8000', 'only say where the viewer is'],
    ],
  })
    .argument('<paths...>', 'files, folders, archives')
    .option('--port <n>', 'port to serve on; a free one by default', portNumber)
    .option('--no-open', 'do not open the browser')
    .action((paths, options) =>
      runCommand(context, options, async (session) => {
        const { serveViewer, viewerFolder } = await import('../viewer-server.ts');
        const app = viewerFolder();
        if (app === undefined) throw new UsageError('the viewer is not built: run `npm run viewer:build` once');
        const files = (await Promise.all(paths.map((path) => filesAt(session, path)))).flat();
        const name = paths.length === 1 ? basename(resolve(session.io.cwd, paths[0]!)) : counted(files.length, 'file');
        const server = await serveViewer(app, name, files, options.port).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') throw error;
          throw new UsageError(`port ${options.port} can not be used: ${error.code}`);
        });
        if (session.json) session.printJson({ url: server.url, files: files.length });
        else session.print(server.url);
        session.note(`${counted(files.length, 'file')} to look at. Ctrl+C ends it.`);
        if (options.open) openBrowser(server.url);
        await interrupted();
        await server.close();
      }),
    );

/** What was named, and nothing else: a file, or all below a folder. */
async function filesAt(session: Session, path: string): Promise<readonly ViewedFile[]> {
  const { folderSource, singleFileSource, statOf } = await import('../folder-source.ts');
  const full = resolve(session.io.cwd, path);
  const stats = statOf(full);
  if (stats === undefined) throw new UsageError(`there is no ${path}`);
  const source = stats.isDirectory() ? folderSource(full) : singleFileSource(full);
  return Array.from(source.entries(), ({ name, size }) => ({
    name,
    size,
    path: stats.isDirectory() ? resolve(full, name) : full,
  }));
}

function portNumber(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65535) return port;
  throw new InvalidArgumentError('It has to be a port, 0 to 65535.');
}

function openBrowser(url: string): void {
  const [program, ...args] = browserCommand(url);
  const child = spawn(program!, args, { stdio: 'ignore', detached: true });
  // Where there is no browser, the address that was printed is all there is.
  child.on('error', () => {});
  child.unref();
}

function browserCommand(url: string): readonly string[] {
  if (process.platform === 'darwin') return ['open', url];
  return process.platform === 'win32' ? ['cmd', '/c', 'start', '', url] : ['xdg-open', url];
}

function interrupted(): Promise<void> {
  return new Promise((done) => {
    process.once('SIGINT', done);
    process.once('SIGTERM', done);
  });
}
