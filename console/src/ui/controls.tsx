import { createLink } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import {
  type AnchorHTMLAttributes,
  type ButtonHTMLAttributes,
  cloneElement,
  type ReactElement,
  type ReactNode,
  type Ref,
  useId,
} from 'react';

type Kind = 'primary' | 'danger' | 'quiet';

const base =
  'inline-flex items-center justify-center gap-1.5 min-h-8.5 px-3 py-1 rounded-md border font-medium whitespace-nowrap no-underline transition-colors';
const off =
  'disabled:cursor-not-allowed disabled:text-quiet disabled:bg-raised disabled:border-line aria-disabled:cursor-not-allowed aria-disabled:text-quiet aria-disabled:bg-raised aria-disabled:border-line';
const kinds: Readonly<Record<Kind | 'plain', string>> = {
  plain: 'border-line bg-surface text-ink shadow-card hover:bg-raised',
  primary: 'border-accent bg-accent text-on-accent shadow-card hover:bg-accent-strong',
  danger: 'border-line bg-surface text-bad shadow-card hover:bg-bad-soft',
  quiet: 'border-transparent text-quiet hover:bg-raised hover:text-ink',
};
const look = (kind: Kind | undefined, more = '') => `${base} ${kinds[kind ?? 'plain']} ${off} ${more}`;

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  kind?: Kind;
  icon?: LucideIcon;
  /** The reason why the button is unavailable, displayed when the user presses the button. */
  reason?: string | undefined;
};

/** A button. With a reason, the button is accessible by keyboard but only displays the reason. */
export function Button({
  kind,
  icon: Icon,
  reason,
  className,
  onClick,
  type = 'button',
  children,
  ...rest
}: ButtonProps) {
  const id = useId();
  const content = (
    <>
      {Icon && <Icon size={16} aria-hidden="true" />}
      {children}
    </>
  );
  const classes = look(kind, className);
  if (reason === undefined)
    return (
      <button type={type} className={classes} onClick={onClick} {...rest}>
        {content}
      </button>
    );
  return (
    <span>
      <button
        {...rest}
        type={type}
        className={classes}
        // The type is set, because otherwise Enter in any field of the form would press the button.
        onClick={(event) => event.preventDefault()}
        aria-disabled="true"
        aria-describedby={id}
        title={reason}
      >
        {content}
      </button>
      <span id={id} hidden>
        {reason}
      </span>
    </span>
  );
}

type IconButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  icon: LucideIcon;
  label: string;
  ref?: Ref<HTMLButtonElement>;
};

/** A button with an icon only. The label is its name and its tooltip. */
export const IconButton = ({ icon: Icon, label, className = '', ...rest }: IconButtonProps) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    {...rest}
    className={`inline-grid size-8 shrink-0 place-items-center rounded-md text-quiet hover:bg-raised hover:text-ink ${className}`}
  >
    <Icon size={16} aria-hidden="true" />
  </button>
);

type AnchorProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  kind?: Kind;
  icon?: LucideIcon;
  ref?: Ref<HTMLAnchorElement>;
};
const Anchor = ({ kind, icon: Icon, className, children, ...rest }: AnchorProps) => (
  <a {...rest} className={look(kind, className)}>
    {Icon && <Icon size={16} aria-hidden="true" />}
    {children}
  </a>
);

/** A link in the style of a button, with the properties of the router's Link. */
export const LinkButton = createLink(Anchor);

type FieldProps = {
  label: string;
  help?: string | undefined;
  problem?: string | undefined;
  /** Whether the label is only for screen readers, for a control whose purpose is visible. */
  isBare?: boolean;
  children: ReactElement<{ id?: string; 'aria-invalid'?: boolean; 'aria-describedby'?: string }>;
};

/** A control with its label, help text and problems. */
export function Field({ label, help, problem, isBare, children }: FieldProps) {
  const id = useId();
  const described = [help && `${id}-help`, problem && `${id}-problem`].filter(Boolean).join(' ');
  const control = cloneElement(children, {
    id,
    ...(problem ? { 'aria-invalid': true } : {}),
    ...(described ? { 'aria-describedby': described } : {}),
  });
  return (
    <div className="grid max-w-lg grid-cols-[minmax(0,1fr)] gap-1">
      <label htmlFor={id} className={isBare ? 'sr-only' : 'text-sm font-medium'}>
        {label}
      </label>
      {control}
      {help && (
        <span id={`${id}-help`} className="text-sm text-quiet">
          {help}
        </span>
      )}
      {problem && (
        <span id={`${id}-problem`} className="text-sm text-bad">
          {problem}
        </span>
      )}
    </div>
  );
}

/** Controls side by side. */
export const Row = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-2">{children}</div>
);

/** Contents one below the other. */
export const Stack = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-4">{children}</div>
);
