import { expect, test } from 'vitest';
import { unsafeBecause, unsafePathBecause } from './safe-name.ts';

test('ordinary names are safe, whatever their letters', () => {
  for (const name of ["DM-WARdd's (tutorial map).rfl", 'Größe.tga', '.hidden', 'a..b', 'console.txt', 'com10.txt']) {
    expect(unsafeBecause(name), name).toBeUndefined();
  }
});

test('names that lead elsewhere are refused with the reason', () => {
  expect(unsafeBecause('')).toBe('is empty');
  expect(unsafeBecause('..')).toBe('is a folder');
  expect(unsafeBecause('../x')).toBe("has '/' in it");
  expect(unsafeBecause('a\\b')).toBe("has '\\' in it");
  expect(unsafeBecause('c:x')).toBe("has ':' in it");
  expect(unsafeBecause('a\nb')).toBe('has control characters in it');
});

test('what Windows does not allow is refused unless asked otherwise', () => {
  for (const name of ['con.txt', 'NUL', 'com1', 'LPT9.tga', 'aux .x', 'a.', 'a ', 'what?']) {
    expect(unsafeBecause(name), name).toContain('Windows');
    expect(unsafeBecause(name, { windows: false }), name).toBeUndefined();
  }
});

test('a path is as safe as its steps', () => {
  expect(unsafePathBecause('tables/entity.tbl')).toBeUndefined();
  expect(unsafePathBecause('a/../b')).toBe("'..' is a folder");
  expect(unsafePathBecause('/etc/passwd')).toBe("'' is empty");
  expect(unsafePathBecause('nul')).toBe('is the name of a device on Windows');
});
