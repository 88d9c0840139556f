import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Io } from '../cli/io.ts';
import { main } from '../cli/main.ts';

/** A folder of its own for a test, and the command line run in it with caught output. */
export class CommandLine {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'exhume-')));

  /** Writes a file, with the folders above it. */
  put(name: string, content: Uint8Array | string): void {
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  async run(argv: string | readonly string[], options: { readonly stdin?: Uint8Array } = {}): Promise<RunResult> {
    const out: Uint8Array[] = [];
    const err: Uint8Array[] = [];
    const into = (parts: Uint8Array[]) => ({
      isTerminal: false,
      columns: 100,
      write: (data: string | Uint8Array) => void parts.push(typeof data === 'string' ? Buffer.from(data) : data),
    });
    const io: Io = {
      cwd: this.folder,
      env: {},
      stdout: into(out),
      stderr: into(err),
      readStdin: async () => options.stdin ?? new Uint8Array(),
    };
    const code = await main(typeof argv === 'string' ? argv.split(' ') : argv, io);
    const bytes = new Uint8Array(Buffer.concat(out));
    return { code, bytes, out: Buffer.from(bytes).toString(), err: Buffer.concat(err).toString() };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export interface RunResult {
  readonly code: number;
  /** Standard output. */
  readonly out: string;
  readonly bytes: Uint8Array;
  /** Standard error. */
  readonly err: string;
}
