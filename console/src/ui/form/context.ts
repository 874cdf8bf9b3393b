import { createContext, useContext, useState } from 'react';
import { idOf } from './fields.ts';
import type { Placed } from './findings.ts';
import { isSame, type Json, valueAt } from './pointers.ts';
import type { Typing } from './typing.ts';

/** What the fields of a form work on. */
export type Filling = {
  orgId: string;
  record: Json;
  set(at: string, value: unknown): void;
  /** What is shown at the fields: not all that is known, for an empty form is not all wrong. */
  findings: readonly Placed[];
  /** Gives the focus to a control once it is there. */
  focus(at: string): void;
};

const Context = createContext<Filling | undefined>(undefined);
export const FillingProvider = Context.Provider;

export function useFilling(): Filling {
  const filling = useContext(Context);
  if (!filling) throw new Error('a field stands in no form');
  return filling;
}

/** The value at a pointer, and what is said of it. */
export function useValue(at: string) {
  const { record, set, findings } = useFilling();
  return {
    value: valueAt(record, at),
    set: (value: unknown) => set(at, value),
    problems: findings.filter((finding) => finding.at === at),
  };
}

/**
 * What is typed of a value: the text stays as it was typed for as long as it says the value, so that `1.` can become `1.5`.
 */
export function useTyped(at: string, { show, read }: Typing) {
  const { value, set } = useValue(at);
  const [typed, setTyped] = useState(() => show(value));
  return {
    value: isSame(read(typed), value) ? typed : show(value),
    onChange: ({ target }: { target: { value: string } }) => {
      setTyped(target.value);
      set(read(target.value));
    },
  };
}

/** The names by which a control, its help and its problems know each other. */
export const namesOf = (at: string) => {
  const id = idOf(at);
  return { id, help: `${id}:help`, problem: `${id}:problem`, unit: `${id}:unit` };
};
