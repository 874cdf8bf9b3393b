import { Exact } from '../platform/money-and-time/exact.ts';

/** Cents for a million tokens, as exact decimals. */
export type Prices = { input: string; output: string };
export type Tokens = { input: number; output: number };

const million = 1_000_000;

/** The exact cents that so many tokens cost. */
export const costOf = ({ input, output }: Tokens, prices: Prices): Exact =>
  new Exact(input).times(prices.input).plus(new Exact(output).times(prices.output)).dividedBy(million);

/** What a language model adds to messages at most: marks of roles, its own preamble. */
const overhead = 512;

/**
 * The most tokens that texts can be: no token is less than a byte of a text in its normal form, which is what is sent.
 */
export const mostTokensOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text), overhead);

/** More than any call has: a number beyond is a mistake, or a lie. */
const mostCounted = 1_000_000_000;

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= mostCounted;

/** The tokens that a language model says it used; none where it says nothing, or what cannot be. */
export function readUsage(said: unknown): Tokens | undefined {
  const { prompt_tokens: input, completion_tokens: output } = (said ?? {}) as Record<string, unknown>;
  return isCount(input) && isCount(output) ? { input, output } : undefined;
}
