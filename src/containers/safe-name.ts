/**
 * Why a name out of an archive must not be used as the name of a file; undefined where it may. Names are checked the same
 * way on every system, so that what one can extract all can: device names of Windows are refused everywhere unless
 * `windows` is false.
 */
export function unsafeBecause(name: string, { windows = true } = {}): string | undefined {
  if (name === '') return 'is empty';
  if (name === '.' || name === '..') return 'is a folder';
  const separator = /[/\\:]/.exec(name);
  if (separator !== null) return `has '${separator[0]}' in it`;
  if (CONTROL.test(name)) return 'has control characters in it';
  if (!windows) return undefined;
  const wildcard = /[<>"|?*]/.exec(name);
  if (wildcard !== null) return `has '${wildcard[0]}' in it, which Windows does not allow`;
  if (/[. ]$/.test(name)) return 'ends in a dot or a space, which Windows cuts off';
  if (DEVICE.test(name)) return 'is the name of a device on Windows';
  return undefined;
}

/** {@link unsafeBecause} of a path with `/` between folders, as some archives have: every step has to be safe. */
export function unsafePathBecause(path: string, options?: { windows?: boolean }): string | undefined {
  for (const step of path.split('/')) {
    const reason = unsafeBecause(step, options);
    if (reason !== undefined) return step === path ? reason : `'${step}' ${reason}`;
  }
  return undefined;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const CONTROL = /[\u0000-\u001f\u007f]/;
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)\s*(\.|$)/i;
