import type { Issue } from 'exhume';

/** `1.4 MB` */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(bytes < 1e4 ? 1 : 0)} kB`;
  return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
}

/** `0x00004c` */
export function offsetText(offset: number): string {
  return `0x${offset.toString(16).padStart(6, '0')}`;
}

/** `3 clips`, `1 clip` */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

/** Seconds as a clock has them: `0:01.33`. */
export function timeText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${(seconds - minutes * 60).toFixed(2).padStart(5, '0')}`;
}

/** The worst of some issues; undefined where none is worth a mark. */
export function worstOf(issues: readonly Issue[]): 'error' | 'warning' | undefined {
  if (issues.some(({ severity }) => severity === 'error')) return 'error';
  return issues.some(({ severity }) => severity === 'warning') ? 'warning' : undefined;
}

/** Metres in the unit that suits them: `10 cm`. */
export function lengthText(metres: number): string {
  const [factor, unit] = metres >= 1 ? [1, 'm'] : metres >= 0.01 ? [100, 'cm'] : [1000, 'mm'];
  return `${Number((metres * factor).toPrecision(6))} ${unit}`;
}
