import { useQuery } from '@tanstack/react-query';
import { type InputHTMLAttributes, useEffect, useId, useState } from 'react';
import { Field } from './controls.tsx';

type Named = { id: string; name?: string };
type PickProps = {
  label: string;
  help?: string;
  problem?: string | undefined;
  /** What the field holds now: an id, or what is typed of a name. */
  value: string;
  /** By what the answers are kept. */
  queryKey: readonly unknown[];
  read: (search: string, signal: AbortSignal) => Promise<readonly Named[]>;
  /** Binds the field to its form. */
  field: InputHTMLAttributes<HTMLInputElement>;
};

const pauseMs = 250;

/** A field for the id of a record, which the browser proposes by what is typed of its name. */
export function Pick({ label, help, problem, value, queryKey, read, field }: PickProps) {
  const id = useId();
  const [typed, setTyped] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setTyped(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  const { data } = useQuery({
    queryKey: [...queryKey, typed],
    queryFn: ({ signal }) => read(typed, signal),
    placeholderData: (before) => before,
  });
  return (
    <>
      <Field label={label} help={help} problem={problem}>
        <input {...field} list={id} autoComplete="off" />
      </Field>
      <datalist id={id}>
        {data?.map((one) => (
          <option key={one.id} value={one.id} label={one.name || one.id} />
        ))}
      </datalist>
    </>
  );
}
