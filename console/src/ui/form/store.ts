import type { Placed } from './findings.ts';
import type { Json } from './pointers.ts';

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

/** What of a form its fields look at, each at its own part: of hundreds only those are drawn anew whose part is another. */
export type FillingStore = {
  current(): Filling;
  problemsAt(at: string): readonly Placed[];
  /** Takes up what is filled in now; who looks is told of it by `publish`, once that is drawn. */
  put(filling: Filling): void;
  publish(): void;
  subscribe(listener: () => void): () => void;
};

const none: readonly Placed[] = [];

const saysTheSame = (one: readonly Placed[], other: readonly Placed[]): boolean =>
  one.length === other.length &&
  one.every(({ message, isError }, at) => message === other[at]?.message && isError === other[at]?.isError);

export function storeOf(first: Filling): FillingStore {
  let current = first;
  let problems = byPlace(first.findings);
  const listeners = new Set<() => void>();
  return {
    current: () => current,
    problemsAt: (at) => problems.get(at) ?? none,
    put: (filling) => {
      const before = problems;
      problems = byPlace(filling.findings);
      current = filling;
      for (const [at, found] of problems) {
        const known = before.get(at);
        if (known && saysTheSame(known, found)) problems.set(at, known);
      }
    },
    publish: () => {
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function byPlace(findings: readonly Placed[]): Map<string, readonly Placed[]> {
  const found = new Map<string, Placed[]>();
  for (const finding of findings)
    if (finding.at !== undefined) found.set(finding.at, [...(found.get(finding.at) ?? []), finding]);
  return found;
}
