import { store, useShared } from '../state/state.ts';
import { Button } from './button.tsx';

export function MessageBar() {
  const message = useShared((state) => state.message);
  return (
    <div class="message-bar" role="status" aria-live="polite">
      {message !== undefined && (
        <div class={`message${message.isError ? ' error' : ''}`}>
          <span>{message.text}</span>
          <Button label="Dismiss" icon="close" iconOnly onClick={() => store.set({ message: undefined })} />
        </div>
      )}
    </div>
  );
}
