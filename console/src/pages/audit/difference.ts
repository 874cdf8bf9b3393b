export type Difference = {
  path: string;
  /** The values as text; undefined for an absent value. */
  before: string | undefined;
  after: string | undefined;
  isChanged: boolean;
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string | undefined =>
  value === undefined ? undefined : typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);

/** Lists the fields of a record before and after a change by their path, such as `info/currency`. */
export function differencesOf(before: unknown, after: unknown, within = ''): Difference[] {
  if (isRecord(before) || isRecord(after)) {
    const [old, next] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}];
    const names = [...new Set([...Object.keys(old), ...Object.keys(next)])].sort();
    const inner = names.flatMap((name) =>
      differencesOf(old[name], next[name], within ? `${within}/${name}` : name),
    );
    if (inner.length > 0 || within === '') return inner;
  }
  const [old, next] = [textOf(before), textOf(after)];
  return [{ path: within, before: old, after: next, isChanged: old !== next }];
}
