import { Decimal } from 'decimal.js';
import type { MarketplacePartner } from '../partners.ts';
import { deadlineOf, type UsageCapabilities, type UsageRecord, type UsageVerdict } from '../usage.ts';
import type { SandboxAgreementState } from './states.ts';

/** A marketplace's data about an agreement for which usage is reported. */
export type BillableAgreement = {
  state: SandboxAgreementState;
  productId: string | undefined;
  /** End time of the agreement, if it has ended. */
  endedAt: Date | undefined;
  /** The keys of the dimensions that accept usage; undefined if all dimensions accept usage. */
  dimensions: ReadonlySet<string> | undefined;
};

/** A usage line that the marketplace has already accepted. */
export type AcceptedLine = { id: string; quantity: string };

/** The marketplace state that determines verdicts, with the injected faults. */
export type VerdictInput = {
  partner: MarketplacePartner;
  limits: UsageCapabilities;
  now: Date;
  newId: () => string;
  agreements: ReadonlyMap<string, BillableAgreement>;
  /** Earlier lines, by identity. */
  known: ReadonlyMap<string, AcceptedLine>;
  /** End of the last line of each dimension, by `subjectOf`. */
  ends: ReadonlyMap<string, Date>;
  bad?: { code: string; permanent: boolean } | undefined;
  skipped?: boolean;
};

export type AcceptedRecord = {
  id: string;
  record: UsageRecord;
  quantity: string;
  identity: string | undefined;
};
export type VerdictResult = {
  verdicts: UsageVerdict[];
  keep: AcceptedRecord[];
  refusedFor?: { code: string; message: string; recordKey?: string };
};

const hourMs = 3_600_000;
const minuteMs = 60_000;

type Fault = 'late' | 'early' | 'agreement' | 'notActive' | 'dimension' | 'quantity' | 'interval';
const words: Readonly<Record<string, Readonly<Record<Fault, string>>>> = {
  MKA: {
    late: 'TimestampOutOfBoundsException',
    early: 'TimestampOutOfBoundsException',
    agreement: 'InvalidLicenseException',
    notActive: 'CustomerNotSubscribed',
    dimension: 'InvalidUsageDimensionException',
    quantity: 'ValidationException',
    interval: 'ValidationException',
  },
  MKB: {
    late: 'Expired',
    early: 'BadArgument',
    agreement: 'ResourceNotFound',
    notActive: 'ResourceNotActive',
    dimension: 'InvalidDimension',
    quantity: 'InvalidQuantity',
    interval: 'BadArgument',
  },
};
const usualWords: Readonly<Record<Fault, string>> = {
  late: 'OUT_OF_RANGE',
  early: 'OUT_OF_RANGE',
  agreement: 'NOT_FOUND',
  notActive: 'FAILED_PRECONDITION',
  dimension: 'INVALID_DIMENSION',
  quantity: 'INVALID_QUANTITY',
  interval: 'INVALID_INTERVAL',
};
const codeOf = (partner: string, fault: Fault): string => (words[partner] ?? usualWords)[fault];

/**
 * Returns whether the marketplace reports this fault only for the record. Other faults cause the rejection of
 * the whole call.
 */
const isOfOne = (partner: string, code: string): boolean =>
  partner === 'MKA' && code === 'CustomerNotSubscribed';

export const subjectOf = ({ agreementId, dimension }: Pick<UsageRecord, 'agreementId' | 'dimension'>) =>
  `${agreementId} ${dimension}`;

/**
 * Returns the identity by which a marketplace recognizes a repeated record; undefined if the marketplace does
 * not detect repeats.
 */
export function identityOf(partner: string, record: UsageRecord): string | undefined {
  if (partner === 'MKD') return undefined;
  return ['MKC', 'MKE'].includes(partner)
    ? record.key
    : `${subjectOf(record)} ${new Date(record.hour).toISOString()}`;
}

/** Returns the fault of a whole call, regardless of the content of its records. */
export function faultOfCall(
  { limits, agreements }: Pick<VerdictInput, 'limits' | 'agreements'>,
  records: readonly UsageRecord[],
  bytes: number,
): string | undefined {
  const products = new Set(records.map(({ agreementId }) => agreements.get(agreementId)?.productId));
  if (records.length === 0 || records.length > limits.maximumBatch)
    return `a call can have 1 to ${limits.maximumBatch} records; received: ${records.length}`;
  if (bytes > (limits.maximumBytes ?? Infinity))
    return `a call can have at most ${limits.maximumBytes} bytes`;
  if (products.size > (limits.productsPerCall ?? Infinity))
    return 'all records of a call must be of one product';
  return undefined;
}

/**
 * Determines the verdict on each record and the lines to store. No lines are stored if an invalid record
 * causes the rejection of the call.
 */
export function judge(seen: VerdictInput, records: readonly UsageRecord[]): VerdictResult {
  const known = new Map(seen.known);
  const ends = new Map(seen.ends);
  const keep: AcceptedRecord[] = [];
  const verdicts: UsageVerdict[] = [];
  for (const [index, record] of records.entries()) {
    const verdict = judgeOne({ ...seen, known, ends }, record, index, index === records.length - 1);
    if (verdict.kind === 'rejected' && seen.limits.atomicBatches && !isOfOne(seen.partner, verdict.code)) {
      const { code, message } = verdict;
      return {
        verdicts: records.map(() => verdict),
        keep: [],
        refusedFor: { code, message, recordKey: record.key },
      };
    }
    verdicts.push(verdict.kind === 'new' ? acceptedBy(seen.partner, verdict.line) : verdict);
    if (verdict.kind !== 'new' || !verdict.isBilled) continue;
    keep.push(verdict.line);
    if (verdict.line.identity !== undefined) known.set(verdict.line.identity, verdict.line);
    ends.set(subjectOf(record), endOf(record));
  }
  return { verdicts, keep };
}

/** MKC returns no receipt. */
const acceptedBy = (partner: string, { id }: { id: string }): UsageVerdict =>
  partner === 'MKC' ? { kind: 'accepted' } : { kind: 'accepted', externalId: id };

export const endOf = ({ hour }: Pick<UsageRecord, 'hour'>): Date => new Date(Date.parse(hour) + hourMs);

type Verdict = UsageVerdict | { kind: 'new'; line: AcceptedRecord; isBilled: boolean };

function judgeOne(seen: VerdictInput, record: UsageRecord, index: number, isLast: boolean): Verdict {
  const { partner, limits } = seen;
  if (seen.bad && index === 0) return { kind: 'rejected', message: 'injected fault', ...seen.bad };
  if (seen.skipped && isLast)
    return { kind: 'retry', code: 'Unprocessed', message: 'the record was not processed' };
  const reject = (fault: Fault, message: string): Verdict => ({
    kind: 'rejected',
    code: codeOf(partner, fault),
    message,
    permanent: fault !== 'interval',
    ...(fault === 'notActive' ? { isEnded: true } : {}),
  });
  const sold = seen.agreements.get(record.agreementId);
  if (!sold) return reject('agreement', `unknown agreement: ${record.agreementId}`);
  const identity = identityOf(partner, record);
  const known = identity === undefined ? undefined : seen.known.get(identity);
  if (known) return repeatOf(partner, known, record);
  if (sold.dimensions && !sold.dimensions.has(record.dimension))
    return reject('dimension', `the agreement has no dimension ${record.dimension}`);
  const quantity = new Decimal(record.quantity);
  const wrong = wrongQuantity(limits, quantity, record.valueType);
  if (wrong) return reject('quantity', wrong);
  const untimely = wrongTime(seen, sold, record);
  if (untimely) return reject(...untimely);
  const line = {
    id: seen.newId(),
    record,
    // The marketplace ignores quantities below a hundredth.
    quantity: partner === 'MKD' && quantity.lt('0.01') ? '0' : quantity.toFixed(),
    identity,
  };
  // MKD accepts usage after the end, but does not bill it.
  const isBilled = partner !== 'MKD' || !sold.endedAt || Date.parse(record.hour) < sold.endedAt.getTime();
  return { kind: 'new', line, isBilled };
}

/**
 * Returns the verdict on a repeated record. MKA accepts an exact repeat; MKC accepts any repeat, because it
 * compares only operation ids.
 */
function repeatOf(partner: string, { id, quantity }: AcceptedLine, record: UsageRecord): UsageVerdict {
  if (partner === 'MKC') return { kind: 'accepted' };
  const isSame = new Decimal(quantity).eq(record.quantity);
  if (isSame) return { kind: partner === 'MKA' ? 'accepted' : 'duplicateSame', externalId: id };
  // If the first record is not returned, its quantity is unknown.
  return partner === 'MKA'
    ? { kind: 'duplicateOther' }
    : { kind: 'duplicateOther', acceptedQuantity: quantity, externalId: id };
}

function wrongQuantity(limits: UsageCapabilities, quantity: Decimal, valueType: string | undefined) {
  const needsInteger =
    limits.integers === 'all' || (limits.integers === 'byValueType' && valueType === 'INT64');
  if (quantity.isNegative() || (quantity.isZero() && !limits.zeroAllowed)) return 'the quantity is too small';
  if (needsInteger && !quantity.isInteger()) return 'the quantity must be a whole number';
  return quantity.gt(limits.maximumQuantity ?? Infinity) ? 'the quantity is too large' : undefined;
}

function wrongTime(
  { limits, now, partner, ends }: VerdictInput,
  { state, endedAt }: BillableAgreement,
  record: UsageRecord,
): [Fault, string] | undefined {
  const hour = new Date(record.hour);
  if (state === 'PENDING_APPROVAL') return ['notActive', 'the agreement has not begun'];
  if (hour.getTime() > now.getTime() + 5 * minuteMs) return ['early', 'the hour has not begun'];
  if (now > deadlineOf(limits, hour)) return ['late', 'the usage was reported too late'];
  const { finalMinutes } = limits;
  if (endedAt && now > deadlineOf(limits, hour, { at: endedAt, finalMinutes }))
    return ['notActive', 'the agreement has ended'];
  if (endedAt && hour > endedAt && partner !== 'MKD')
    return ['notActive', 'the agreement ended before the hour'];
  const last = ends.get(subjectOf(record));
  if (limits.contiguousIntervals && last && last.getTime() !== Date.parse(record.since))
    return ['interval', `the interval must begin at ${last.toISOString()}, the end of the last one`];
  return undefined;
}
