import type { OfferRefusal } from '../../rules/contract.ts';

export type Refusal = OfferRefusal;

/** Collects findings while changes are planned. */
export type Report = {
  refuse(code: string, pointer: string, readable: string): void;
  /** Refuses an offer for a value that it does not have. */
  miss(code: string, pointer: string, readable: string): void;
  warn(text: string): void;
  readonly refusals: readonly Refusal[];
  readonly warnings: readonly string[];
};

export function createReport(): Report {
  const refusals: Refusal[] = [];
  const warnings: string[] = [];
  return {
    refuse: (code, pointer, readable) => refusals.push({ code, pointer, readable }),
    miss: (code, pointer, readable) => refusals.push({ code, pointer, readable, isMissing: true }),
    warn: (text) => warnings.push(text),
    refusals,
    warnings,
  };
}
