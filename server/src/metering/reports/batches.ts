import type { UsageCapabilities } from '../../marketplaces/index.ts';

/** What of a line says with which others it goes. */
export type Cuttable = {
  agreementId: string;
  productId: string | undefined;
  dimension: string;
  /** Lines that were refused together go in calls of their own: of each part one. */
  part: string | undefined;
  /** How long its record is, in bytes. */
  bytes: number;
};

type Limits = Pick<
  UsageCapabilities,
  'maximumBatch' | 'maximumBytes' | 'productsPerCall' | 'contiguousIntervals' | 'rate'
>;

/** Brackets and commas, and what else a call says beside its records. */
const bytesOfCall = 1000;

/** A call that is being filled. */
type Call<T> = { lines: T[]; bytes: number; products: Set<string> };

/**
 * Cuts lines into calls that the marketplace takes, in their order. Where it counts calls about an agreement, those of one
 * agreement that do not go with its first call are left for later, as are later hours of a dimension where intervals must
 * touch: the first has to be known before the next can be said.
 */
export function cutIntoCalls<T extends Cuttable>(lines: readonly T[], limits: Limits): T[][] {
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

function fits<T extends Cuttable>(call: Call<T>, line: T, limits: Limits): boolean {
  const { maximumBatch, maximumBytes = Infinity, productsPerCall = Infinity } = limits;
  const products = new Set([...call.products, line.productId ?? '']);
  return (
    call.lines.length < maximumBatch &&
    call.bytes + line.bytes <= maximumBytes &&
    products.size <= productsPerCall
  );
}

/** The two parts in which lines are tried again that were refused together, and nobody knows because of which. */
export function bisect<T>(lines: readonly T[], callId: string): { line: T; part: string }[] {
  const middle = Math.ceil(lines.length / 2);
  return lines.map((line, index) => ({ line, part: `${callId}${index < middle ? 'a' : 'b'}` }));
}
