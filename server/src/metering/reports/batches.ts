import type { UsageCapabilities } from '../../marketplaces/index.ts';

/** The properties of a line that determine how lines are grouped into calls. */
export type BatchLine = {
  agreementId: string;
  productId: string | undefined;
  dimension: string;
  /**
   * The part of a rejected call to which the line belongs. Lines of different parts are sent in separate
   * calls.
   */
  part: string | undefined;
  /** Length of the line’s record in bytes. */
  bytes: number;
};

type Limits = Pick<
  UsageCapabilities,
  'maximumBatch' | 'maximumBytes' | 'productsPerCall' | 'contiguousIntervals' | 'rate'
>;

/** Estimated bytes of a call in addition to its records. */
const bytesOfCall = 1000;

/** A call that is being filled. */
type Call<T> = { lines: T[]; bytes: number; products: Set<string> };

/**
 * Groups lines into calls within the marketplace’s limits, in order. If the marketplace limits calls per
 * agreement, lines beyond the first call of an agreement are deferred. If intervals must be contiguous, later
 * hours of a dimension are also deferred, because each interval starts at the end of the previous accepted
 * interval.
 */
export function cutIntoCalls<T extends BatchLine>(lines: readonly T[], limits: Limits): T[][] {
  const calls = new Map<string, Call<T>[]>();
  const callOfAgreement = new Map<string, Call<T>>();
  const dimensions = new Set<string>();
  for (const line of lines) {
    const dimension = `${line.agreementId} ${line.dimension}`;
    if (limits.contiguousIntervals && dimensions.has(dimension)) continue;
    const part = line.part ?? '';
    const open = calls.get(part) ?? [];
    calls.set(part, open);
    const first = limits.rate?.each === 'agreement' ? callOfAgreement.get(line.agreementId) : undefined;
    if (first && !(open.includes(first) && fits(first, line, limits))) continue;
    const call = first ?? open.find((known) => fits(known, line, limits)) ?? emptyCall<T>();
    if (!open.includes(call)) open.push(call);
    call.lines.push(line);
    call.bytes += line.bytes;
    call.products.add(line.productId ?? '');
    callOfAgreement.set(line.agreementId, call);
    dimensions.add(dimension);
  }
  return [...calls.values()].flat().map((call) => call.lines);
}

const emptyCall = <T>(): Call<T> => ({
  lines: [],
  bytes: bytesOfCall,
  products: new Set(),
});

function fits<T extends BatchLine>(call: Call<T>, line: T, limits: Limits): boolean {
  const { maximumBatch, maximumBytes = Infinity, productsPerCall = Infinity } = limits;
  const products = new Set([...call.products, line.productId ?? '']);
  return (
    call.lines.length < maximumBatch &&
    call.bytes + line.bytes <= maximumBytes &&
    products.size <= productsPerCall
  );
}

/**
 * Splits the lines of a rejected call into two halves for the next attempt, if the invalid record is unknown.
 */
export function bisect<T>(lines: readonly T[], callId: string): { line: T; part: string }[] {
  const middle = Math.ceil(lines.length / 2);
  return lines.map((line, index) => ({ line, part: `${callId}${index < middle ? 'a' : 'b'}` }));
}
