import {
  createContext,
  createElement,
  type ReactNode,
  useContext,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { idOf } from './fields.ts';
import { isSame, valueAt } from './pointers.ts';
import { type Filling, type FillingStore, storeOf } from './store.ts';
import type { Typing } from './typing.ts';

const Context = createContext<FillingStore | undefined>(undefined);

/** Gives the fields within it what they work on. */
export function FillingProvider({ value, children }: { value: Filling; children: ReactNode }) {
  const [store] = useState(() => storeOf(value));
  // Before the fields are drawn: one that is typed in finds its value at once.
  store.put(value);
  useLayoutEffect(store.publish);
  return createElement(Context, { value: store }, children);
}

function useStore(): FillingStore {
  const store = useContext(Context);
  if (!store) throw new Error('a field stands in no form');
  return store;
}

/** A part of what is filled in: only when that is another value is who asks drawn anew. */
export function useFilling<Part>(partOf: (filling: Filling) => Part): Part {
  const { subscribe, current } = useStore();
  return useSyncExternalStore(subscribe, () => partOf(current()));
}

/** Gives the focus to a control once it is there. */
export function useFocusOn(): (at: string) => void {
  const { current } = useStore();
  return (at) => current().focus(at);
}

/** The value at a pointer, and what is said of it. */
export function useValue(at: string) {
  const { subscribe, current, problemsAt } = useStore();
  return {
    value: useFilling(({ record }) => valueAt(record, at)),
    set: (value: unknown) => current().set(at, value),
    problems: useSyncExternalStore(subscribe, () => problemsAt(at)),
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
