/**
 * The reason why the marketplace would reject a request: the marketplace's code, and advice for the seller.
 */
export type Refusal = { code: string; readable: string; pointer: string };

/** Collects findings while changes are planned. */
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
