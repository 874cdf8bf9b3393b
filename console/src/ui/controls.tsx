import { type ButtonHTMLAttributes, cloneElement, type ReactElement, type ReactNode, useId } from 'react';
import styles from './controls.module.css';

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  kind?: 'primary' | 'danger';
  /** The reason why the button is unavailable, displayed when the user presses the button. */
  reason?: string | undefined;
};

/** A button. With a reason, the button is accessible by keyboard but only displays the reason. */
export function Button({ kind, reason, className, onClick, type = 'button', ...rest }: ButtonProps) {
  const id = useId();
  const classes = [styles.button, kind && styles[kind], className].filter(Boolean).join(' ');
  if (reason === undefined) return <button type={type} className={classes} onClick={onClick} {...rest} />;
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
      />
      <span id={id} hidden>
        {reason}
      </span>
    </span>
  );
}

type FieldProps = {
  label: string;
  help?: string | undefined;
  problem?: string | undefined;
  children: ReactElement<{ id?: string; 'aria-invalid'?: boolean; 'aria-describedby'?: string }>;
};

/** A control with its label, help text and problems. */
export function Field({ label, help, problem, children }: FieldProps) {
  const id = useId();
  const described = [help && `${id}-help`, problem && `${id}-problem`].filter(Boolean).join(' ');
  const control = cloneElement(children, {
    id,
    ...(problem ? { 'aria-invalid': true } : {}),
    ...(described ? { 'aria-describedby': described } : {}),
  });
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {control}
      {help && (
        <span id={`${id}-help`} className={styles.help}>
          {help}
        </span>
      )}
      {problem && (
        <span id={`${id}-problem`} className={styles.problem}>
          {problem}
        </span>
      )}
    </div>
  );
}

export const Row = ({ children }: { children: ReactNode }) => <div className={styles.row}>{children}</div>;
export const Stack = ({ children }: { children: ReactNode }) => (
  <div className={styles.stack}>{children}</div>
);
/** The CSS classes of a link in the style of a button. */
export const linkButton = (kind?: 'primary'): string =>
  [styles.button, kind && styles[kind]].filter(Boolean).join(' ');
