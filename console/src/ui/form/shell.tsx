import type { ReactNode } from 'react';
import { namesOf, useValue } from './context.ts';
import type { Field } from './fields.ts';

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
    // Help and problems share a space, as high as the higher of the two and at least a line.
    <div className="grid min-h-5 text-sm [&>p]:col-start-1 [&>p]:row-start-1">
      {field.help && (
        <p id={help} className={problems.length > 0 ? 'invisible' : 'text-quiet'}>
          {field.help}
        </p>
      )}
      {problems.length > 0 && (
        <p id={problem} className={problems.some(({ isError }) => isError) ? 'text-bad' : 'text-warn'}>
          {problems.map(({ message }) => message).join('. ')}
        </p>
      )}
    </div>
  );
}

type ShellProps = { field: Field; at: string; mark?: string | undefined; children: ReactNode };

/** A field with one control, marked by its input format. */
export const Shell = ({ field, at, mark, children }: ShellProps) => (
  <div className={fieldLook}>
    <div className="flex flex-wrap items-baseline gap-x-2 font-medium">
      <label htmlFor={namesOf(at).id}>{field.label}</label>
      {field.isRequired && <Needed />}
      {mark && <Mark>{mark}</Mark>}
    </div>
    {children}
    <Notes field={field} at={at} />
  </div>
);

type GroupProps = { field: Field; at: string; notesFirst?: boolean; children: ReactNode };

/** A field with several controls and a common legend. */
export const Group = ({ field, at, notesFirst, children }: GroupProps) => (
  <fieldset className="group my-1 grid min-w-0 gap-1 has-[>fieldset]:gap-3">
    <legend className="mb-1 font-medium">
      {field.label} {field.isRequired && <Needed />}
    </legend>
    {notesFirst && <Notes field={field} at={at} />}
    {children}
    {!notesFirst && <Notes field={field} at={at} />}
  </fieldset>
);

const Mark = ({ children }: { children: ReactNode }) => (
  <span className="text-sm font-normal text-quiet">{children}</span>
);
const Needed = () => <Mark>needed</Mark>;

/** The layout of a field. In a row, a field with a long text is as wide as the row. */
export const fieldLook = 'grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-1';

/** The layout of an input with the text after it. */
export const lineLook =
  'flex flex-wrap items-center gap-x-2 gap-y-1 [&>input]:w-auto [&>input]:flex-[1_1_5rem] [&>input[list]]:basis-60 [&>input[type=datetime-local]]:basis-52';
