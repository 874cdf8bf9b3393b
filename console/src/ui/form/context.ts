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
import { type FillingStore, type FormFieldContext, storeOf } from './store.ts';
import type { TextConversion } from './typing.ts';

const Context = createContext<FillingStore | undefined>(undefined);

/** Provides the store of a form to its fields. */
export function FillingProvider({ value, children }: { value: FormFieldContext; children: ReactNode }) {
  const [store] = useState(() => storeOf(value));
  // The values are stored before the fields are rendered, so that an edited field reads its current value.
  store.put(value);
  useLayoutEffect(store.publish);
  return createElement(Context, { value: store }, children);
}

function useStore(): FillingStore {
  const store = useContext(Context);
  if (!store) throw new Error('useForm needs a form around the field');
  return store;
}

/** Subscribes to a part of the values: the component is rendered again only when that part changes. */
export function useFilling<Part>(partOf: (filling: FormFieldContext) => Part): Part {
  const { subscribe, current } = useStore();
  return useSyncExternalStore(subscribe, () => partOf(current()));
}

/** Moves the focus to a control once it is rendered. */
export function useFocusOn(): (at: string) => void {
  const { current } = useStore();
  return (at) => current().focus(at);
}

/** Returns the value at a pointer, with its findings. */
export function useValue(at: string) {
  const { subscribe, current, problemsAt } = useStore();
  return {
    value: useFilling(({ record }) => valueAt(record, at)),
    set: (value: unknown) => current().set(at, value),
    problems: useSyncExternalStore(subscribe, () => problemsAt(at)),
  };
}

/** Returns the text of an input, which stays as typed while it represents the value, so that `1.` can become `1.5`. */
export function useTyped(at: string, { show, read }: TextConversion) {
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

/** Returns the ids that link a control with its help text and problems. */
export const namesOf = (at: string) => {
  const id = idOf(at);
  return { id, help: `${id}:help`, problem: `${id}:problem`, unit: `${id}:unit` };
};
