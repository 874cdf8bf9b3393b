import { Exact } from '../platform/money-and-time/exact.ts';

/** Prices in cents for a million tokens, as exact decimals. */
export type Prices = { input: string; output: string };
export type Tokens = { input: number; output: number };

const million = 1_000_000;

/** Returns the exact cost of tokens in cents. */
export const costOf = ({ input, output }: Tokens, prices: Prices): Exact =>
  new Exact(input).times(prices.input).plus(new Exact(output).times(prices.output)).dividedBy(million);

/** The maximum number of tokens that a language model adds to messages, such as role marks and a preamble. */
const overhead = 512;

/**
 * Returns an upper bound on the number of tokens in texts: each token has at least one byte of the normalized text that
 * is sent.
 */
export const mostTokensOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text), overhead);

/** The upper bound on the number of tokens in a call. A higher number must be wrong. */
const mostCounted = 1_000_000_000;

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= mostCounted;

/** Parses the token usage that a language model reports; undefined for a missing or impossible usage. */
export function readUsage(said: unknown): Tokens | undefined {
  const { prompt_tokens: input, completion_tokens: output } = (said ?? {}) as Record<string, unknown>;
  return isCount(input) && isCount(output) ? { input, output } : undefined;
}
