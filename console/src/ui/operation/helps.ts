import { use } from 'react';
import { helps } from '../../generated/helps.ts';

/** The help texts of operations by pointer to the field; the operation's own text has an empty pointer. */
export type Helps = Readonly<Record<string, Readonly<Record<string, string>>>>;

const loaded = new Map<string, Promise<Helps>>();

/** Loads the help texts of a group once. A form also works without them, for example offline. */
function load(group: string): Promise<Helps> {
  const known = loaded.get(group);
  if (known) return known;
  const loading = (helps[group]?.() ?? Promise.resolve({ helps: {} })).then(
    (file) => file.helps,
    () => ({}),
  );
  loaded.set(group, loading);
  return loading;
}

/** Returns the help texts of an operation's fields. The component is suspended until the texts are loaded. */
export const useHelps = ({ id, group }: { id: string; group: string }): Readonly<Record<string, string>> =>
  use(load(group))[id] ?? none;

const none = {};
