import { Dialog } from './dialog.tsx';
import { families } from './families.ts';
import { keyHelp } from './keys.ts';

export function HelpDialog() {
  return (
    <Dialog name="help" title="Help">
      <dl class="keys">
        {keyHelp.map(([keys, does]) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p>
        Clips that are dropped onto an open model join it. What the formats hold, field by field:{' '}
        {families.map(({ id, title, page }, i) => (
          <span key={id}>
            {i > 0 && ', '}
            <a href={page} target="_blank" rel="noopener">
              {title}
            </a>
          </span>
        ))}
      </p>
      <p class="quiet">Everything happens in this browser. No file is uploaded, no host is asked for anything.</p>
    </Dialog>
  );
}
