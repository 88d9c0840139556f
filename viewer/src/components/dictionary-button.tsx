import type { Issue } from 'exhume';
import { attempt, say } from '../state/messages.ts';
import { takeDictionaries } from '../state/opening.ts';
import { Button } from './button.tsx';
import { pickFiles } from './picking.ts';

/** Asks for what a compressed file needs to be unpacked, where that is what an issue is about. */
export function DictionaryButton({ issue }: { readonly issue: Issue }) {
  if (issue.code !== 'zstd/missing-dictionary') return null;
  return <Button label="Give the dictionary" icon="add" onClick={giveDictionary} />;
}

function giveDictionary(): void {
  void attempt(async () => {
    const files = await pickFiles('files');
    if (files.length > 0 && !(await takeDictionaries(files))) say('That is no Zstandard dictionary', true);
  });
}
