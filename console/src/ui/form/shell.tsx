import type { ReactNode } from 'react';
import { namesOf, useValue } from './context.ts';
import type { Field } from './fields.ts';
import styles from './form.module.css';

export type ControlProps = {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
  'aria-required'?: true;
};

/** Returns the accessibility attributes of a control. `also` is the id of a further text that describes the control. */
export function useControl(field: Field, at: string, also?: string): ControlProps {
  const { problems } = useValue(at);
  const { id, help, problem } = namesOf(at);
  const described = [also, field.help && help, problems.length > 0 && problem].filter(Boolean).join(' ');
  return {
    id,
    ...(described ? { 'aria-describedby': described } : {}),
    ...(problems.some(({ isError }) => isError) ? { 'aria-invalid': true } : {}),
    ...(field.isRequired ? { 'aria-required': true } : {}),
  };
}

/** The help text of a field or its problems, in the same space, so that the layout does not shift. */
export function Notes({ field, at }: { field: Field; at: string }) {
  const { problems } = useValue(at);
  const { help, problem } = namesOf(at);
  return (
    <div className={styles.notes}>
      {field.help && (
        <p id={help} className={problems.length > 0 ? styles.covered : styles.help}>
          {field.help}
        </p>
      )}
      {problems.length > 0 && (
        <p id={problem} className={problems.some(({ isError }) => isError) ? styles.problem : styles.warning}>
          {problems.map(({ message }) => message).join('. ')}
        </p>
      )}
    </div>
  );
}

type ShellProps = { field: Field; at: string; mark?: string | undefined; children: ReactNode };

/** A field with one control, marked by its input format. */
export const Shell = ({ field, at, mark, children }: ShellProps) => (
  <div className={styles.field}>
    <div className={styles.label}>
      <label htmlFor={namesOf(at).id}>{field.label}</label>
      {field.isRequired && <Needed />}
      {mark && <span className={styles.mark}>{mark}</span>}
    </div>
    {children}
    <Notes field={field} at={at} />
  </div>
);

type GroupProps = { field: Field; at: string; notesFirst?: boolean; children: ReactNode };

/** A field with several controls and a common legend. */
export const Group = ({ field, at, notesFirst, children }: GroupProps) => (
  <fieldset className={styles.group}>
    <legend className={styles.legend}>
      {field.label} {field.isRequired && <Needed />}
    </legend>
    {notesFirst && <Notes field={field} at={at} />}
    {children}
    {!notesFirst && <Notes field={field} at={at} />}
  </fieldset>
);

const Needed = () => <span className={styles.mark}>needed</span>;
