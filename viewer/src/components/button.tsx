import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

interface ButtonProps {
  readonly label: string;
  readonly onClick: () => void;
  readonly icon?: IconName;
  /** Shows the icon alone; the label is told on hovering and to screen readers, as it is where there is no room. */
  readonly iconOnly?: boolean;
  readonly pressed?: boolean | undefined;
  readonly expanded?: boolean | undefined;
  readonly disabled?: boolean;
  readonly keys?: string;
  readonly kind?: 'plain' | 'primary';
  readonly children?: ComponentChildren;
}

export function Button({
  label,
  onClick,
  icon,
  iconOnly = false,
  pressed,
  expanded,
  disabled = false,
  keys,
  kind = 'plain',
  children,
}: ButtonProps) {
  const title = keys === undefined ? label : `${label} (${keys})`;
  return (
    <button
      type="button"
      class={`button ${kind}${iconOnly ? ' icon-only' : ''}`}
      title={title}
      aria-label={label}
      aria-pressed={pressed}
      aria-expanded={expanded}
      disabled={disabled}
      onClick={onClick}
    >
      {icon !== undefined && <Icon name={icon} />}
      {!iconOnly && <span>{label}</span>}
      {children}
    </button>
  );
}
