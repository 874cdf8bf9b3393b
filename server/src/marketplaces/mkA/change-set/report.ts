/** A reason why the marketplace would not take something: its own code, and what to do about it. */
export type Refusal = { code: string; readable: string; pointer: string };

/** What is found while changes are put together. */
export type Report = {
  refuse(code: string, pointer: string, readable: string): void;
  warn(text: string): void;
  readonly refusals: readonly Refusal[];
  readonly warnings: readonly string[];
};

export function createReport(): Report {
  const refusals: Refusal[] = [];
  const warnings: string[] = [];
  return {
    refuse: (code, pointer, readable) => refusals.push({ code, pointer, readable }),
    warn: (text) => warnings.push(text),
    refusals,
    warnings,
  };
}
