import { type ButtonHTMLAttributes, cloneElement, type ReactElement, type ReactNode, useId } from 'react';
import styles from './controls.module.css';

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  kind?: 'primary' | 'danger';
  /** Why it cannot be pressed: said to whoever tries, for a button that is merely grey explains nothing. */
  reason?: string | undefined;
};

/** A button. One with a reason stays where the keyboard finds it, says the reason, and does nothing. */
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
        // Enter in a field presses the button of its form, which would send without one.
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

/** A control with its label, what it is for, and what is wrong with what it holds. */
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
/** The classes of a link that looks like a button. */
export const linkButton = (kind?: 'primary'): string =>
  [styles.button, kind && styles[kind]].filter(Boolean).join(' ');
