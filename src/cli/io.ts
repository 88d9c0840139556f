/** What the command line needs of the world besides files. Tests bring their own. */
export interface Io {
  /** Folder that relative paths start from. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: Output;
  readonly stderr: Output;
  /** All of standard input. */
  readStdin(): Promise<Uint8Array>;
}

export interface Output {
  readonly isTerminal: boolean;
  /** Characters per line. */
  readonly columns?: number;
  write(data: string | Uint8Array): void;
  /** The stream of the process, for libraries that draw on it. */
  readonly stream?: NodeJS.WriteStream;
}

/** The process itself. */
export function processIo(): Io {
  const output = (stream: NodeJS.WriteStream): Output => ({
    isTerminal: stream.isTTY === true,
    columns: stream.columns ?? 100,
    write: (data) => void stream.write(data),
    stream,
  });
  return {
    cwd: process.cwd(),
    env: process.env,
    stdout: output(process.stdout),
    stderr: output(process.stderr),
    async readStdin() {
      const parts: Uint8Array[] = [];
      for await (const part of process.stdin) parts.push(part);
      return new Uint8Array(Buffer.concat(parts));
    },
  };
}
