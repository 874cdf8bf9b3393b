import { parsed, type RequestResult } from './session.ts';

/** Lists the unexpected responses: each type of problem once, with an example request. */
export function unexpected(tried: readonly RequestResult[]): string[] {
  const kinds = new Map<string, { count: number; example: string }>();
  for (const { operation, path, raw, problems } of tried) {
    const [problem] = problems;
    if (problem === undefined) continue;
    const example = `${operation.method} ${path.slice(0, 160)} ${String(raw ?? '').slice(0, 160)}`;
    const known = kinds.get(problem) ?? { count: 0, example };
    kinds.set(problem, { ...known, count: known.count + 1 });
  }
  return [...kinds].map(([problem, { count, example }]) => `${count} × ${problem}: ${example}`);
}

export const expecting = (tried: RequestResult, statuses: readonly number[]): RequestResult =>
  tried.problems.length > 0 || statuses.includes(tried.got.status)
    ? tried
    : {
        ...tried,
        problems: [`answered ${tried.got.status}, not ${statuses.join(' or ')}`],
      };

/** Checks that a 400 names the field, a nested field, or an enclosing record. */
export function naming(tried: RequestResult, pointer: string): RequestResult {
  if (tried.got.status !== 400 || tried.problems.length > 0) return tried;
  const { errors = [] } = parsed(tried.got.text) as { errors?: { pointer: string }[] };
  const named = errors.some(
    (error) => error.pointer.startsWith(pointer) || pointer.startsWith(error.pointer),
  );
  return errors.length > 0 && named
    ? tried
    : { ...tried, problems: [`names ${JSON.stringify(errors).slice(0, 150)}, not ${pointer}`] };
}
