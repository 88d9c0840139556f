import { expect, test } from 'vitest';
import { decodeText, encodeText } from './windows-1251.ts';

test('Cyrillic names come back as the bytes they were', () => {
  // The owner of a real file: 5C 5C 52 4F 4D 41 4E 4E 5C D0 EE EC E0 ED (specification, section 2).
  const bytes = '\\\\ROMANN\\\xd0\xee\xec\xe0\xed';
  expect(decodeText(bytes)).toBe('\\\\ROMANN\\Роман');
  expect(encodeText('\\\\ROMANN\\Роман')).toBe(bytes);
});

test('every byte survives', () => {
  const all = String.fromCharCode(...Array(256).keys());
  expect(encodeText(decodeText(all))).toBe(all);
});

test('characters of other alphabets are refused', () => {
  expect(encodeText('名')).toBeUndefined();
});
