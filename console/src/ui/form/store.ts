import type { FieldFinding } from './findings.ts';
import type { Json } from './pointers.ts';

/** The context of a form's fields. */
export type FormFieldContext = {
  orgId: string;
  record: Json;
  set(at: string, value: unknown): void;
  /** The findings to show at the fields. Missing values of untouched fields are not shown as errors. */
  findings: readonly FieldFinding[];
  /** Moves the focus to a control once it is rendered. */
  focus(at: string): void;
};

/** Creates the store of a form. Each field subscribes to its own part, so that only changed fields are rendered. */
export type FillingStore = {
  current(): FormFieldContext;
  problemsAt(at: string): readonly FieldFinding[];
  /** Stores new values; `publish` notifies subscribers after the values are rendered. */
  put(filling: FormFieldContext): void;
  publish(): void;
  subscribe(listener: () => void): () => void;
};

const none: readonly FieldFinding[] = [];

const saysTheSame = (one: readonly FieldFinding[], other: readonly FieldFinding[]): boolean =>
  one.length === other.length &&
  one.every(({ message, isError }, at) => message === other[at]?.message && isError === other[at]?.isError);

export function storeOf(first: FormFieldContext): FillingStore {
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

function byPlace(findings: readonly FieldFinding[]): Map<string, readonly FieldFinding[]> {
  const found = new Map<string, FieldFinding[]>();
  for (const finding of findings)
    if (finding.at !== undefined) found.set(finding.at, [...(found.get(finding.at) ?? []), finding]);
  return found;
}
