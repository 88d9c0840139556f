import type { Session } from './session.ts';

export interface Progress {
  step(): void;
  stop(): void;
}

/** A bar with the time left, on terminals only. */
export async function startProgress(session: Session, total: number): Promise<Progress> {
  const { stderr } = session.io;
  if (!stderr.isTerminal || stderr.stream === undefined || session.quiet || total < 2) return { step() {}, stop() {} };
  const { SingleBar } = (await import('cli-progress')).default;
  const bar = new SingleBar({
    stream: stderr.stream,
    format: '{bar} {value}/{total}  {eta_formatted} left',
    barsize: 30,
    hideCursor: true,
    clearOnComplete: true,
    forceRedraw: true,
    etaBuffer: 50,
  });
  bar.start(total, 0);
  session.beforePrint = () => void stderr.write('\r\x1b[K');
  return {
    step: () => bar.increment(),
    stop() {
      bar.stop();
      session.beforePrint = () => {};
    },
  };
}
