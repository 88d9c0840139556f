import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { type Dialog as DialogName, store, useShared } from '../state/state.ts';
import { Button } from './button.tsx';

interface DialogProps {
  readonly name: DialogName;
  readonly title: string;
  readonly children: ComponentChildren;
}

/** A window over the page, which takes the focus and gives it back. Its content is there while it is open. */
export function Dialog({ name, title, children }: DialogProps) {
  const isOpen = useShared((state) => state.dialog === name);
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen) element.current?.showModal();
    else element.current?.close();
  }, [isOpen]);
  const close = () => store.get().dialog === name && store.set({ dialog: undefined });
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes dialogs on Escape; this is for clicks beside them
    <dialog
      ref={element}
      class="dialog"
      aria-label={title}
      onClose={close}
      onClick={(event) => event.target === event.currentTarget && close()}
    >
      {isOpen && (
        <div class="dialog-body">
          <div class="dialog-head">
            <h2>{title}</h2>
            <Button label="Close" icon="close" iconOnly onClick={close} />
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
}
