import type { UsageRecord } from '../../marketplaces/index.ts';
import type { BatchLine } from './batches.ts';
import type { LineToSend } from './line-store.ts';
import type { StoredVerdict } from './verdicts.ts';

/** A line with the record to report. */
export type PreparedLine = BatchLine & { line: LineToSend; record: UsageRecord };

const iso = (time: string) => new Date(time).toISOString();

/** Builds the usage record of a line for its marketplace. */
export function recordOf(line: LineToSend): UsageRecord {
  const hour = iso(line.bucket_hour);
  return {
    key: line.id,
    agreementId: line.agreement_id ?? '',
    externalProductId: line.external_product_id ?? undefined,
    externalBuyerId: line.external_buyer_id ?? undefined,
    planId: line.plan_id ?? undefined,
    dimension: line.dimension,
    hour,
    since: line.touches === null ? hour : iso(line.touches),
    quantity: line.quantity,
    amount: line.amount ?? undefined,
    currency: line.currency ?? undefined,
    valueType: valueTypeOf(line),
  };
}

function valueTypeOf({ dimensions, dimension }: LineToSend): string | undefined {
  const known = (dimensions === null ? [] : JSON.parse(dimensions)) as { key?: string; valueType?: string }[];
  return known.find(({ key }) => key === dimension)?.valueType;
}

/** Prepares a line for grouping into calls. */
export function prepare(line: LineToSend): PreparedLine {
  const record = recordOf(line);
  const verdict = line.verdict === null ? undefined : (JSON.parse(line.verdict) as StoredVerdict);
  return {
    line,
    record,
    agreementId: record.agreementId,
    productId: line.external_product_id ?? line.product_id ?? undefined,
    dimension: line.dimension,
    part: verdict?.part,
    bytes: Buffer.byteLength(JSON.stringify(record)),
  };
}
