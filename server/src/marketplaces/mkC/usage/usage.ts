import type { MarketplaceAdapter } from '../../adapter.ts';
import { MarketplaceError } from '../../errors.ts';
import {
  deadlineOf,
  isInteger,
  type UsageAnswer,
  type UsageCall,
  type UsageRecord,
  type UsageVerdict,
} from '../../usage.ts';
import { type Calls, rates } from '../calls.ts';
import { capabilities } from '../capabilities.ts';
import { pathOf } from '../hosts.ts';
import type { Procurement } from '../procurement/procurement.ts';
import { serviceOf } from '../services.ts';
import { type Consumer, type Consumers, createConsumers } from './consumers.ts';
import { mirrorOf, type Operation, operationsOf, type ReportError } from './operations.ts';

type Deps = { calls: Calls; procurement: Procurement; now: () => Date };
/** A record that is sent, with its operations; the last operation has the usage. */
type Entry = {
  record: UsageRecord;
  consumer: Consumer;
  serviceName: string;
  operations: readonly Operation[];
};
type Result = { verdict: UsageVerdict; operation?: Operation | undefined; error?: ReportError | undefined };

export const reportRight = 'servicemanagement.services.report';
const hourMs = 3_600_000;
/** Size of a request below the published limit of 1 MB. */
const mostBytes = 900_000;
const limits = capabilities.usage as NonNullable<typeof capabilities.usage>;

/** Creates the adapter method that reports usage. */
export function createUsagePort(deps: Deps): Required<Pick<MarketplaceAdapter, 'reportUsage'>> {
  const consumers = createConsumers(deps.procurement);
  return {
    reportUsage: async ({ records }) => {
      if (records.length > limits.maximumBatch) return refusedWhole(records);
      const find = inOneCall(consumers);
      const results = new Map<UsageRecord, Result>();
      const entries = new Map<string, Entry[]>();
      for (const record of records) {
        const prepared = await prepare(deps, find, record);
        if ('verdict' in prepared) results.set(record, prepared);
        else {
          const { serviceName } = prepared;
          entries.set(serviceName, [...(entries.get(serviceName) ?? []), prepared]);
        }
      }
      const requests = [...entries].flatMap(([service, all]) =>
        inRequests(all).map((some) => [service, some] as const),
      );
      for (const [service, some] of requests)
        for (const [record, result] of await send(deps, service, some, requests.length === 1))
          results.set(record, result);
      for (const all of entries.values()) for (const entry of all) recheck(consumers, entry, results);
      return answerOf(records, results);
    },
  };
}

/** Reads each order once for a call, so that all its records have the same data. */
function inOneCall({ find }: Consumers): Consumers['find'] {
  const found = new Map<string, ReturnType<Consumers['find']>>();
  return (agreementId) => {
    const known = found.get(agreementId) ?? find(agreementId);
    found.set(agreementId, known);
    return known;
  };
}

/** Collects the results in the order of the records. */
function answerOf(records: readonly UsageRecord[], results: ReadonlyMap<UsageRecord, Result>): UsageAnswer {
  const all = records.map((record) => results.get(record) ?? { verdict: noAnswer });
  return {
    verdicts: all.map(({ verdict }) => verdict),
    mirrors: all.map(({ operation, error }) => mirrorOf(operation, error)),
  };
}

const noAnswer: UsageVerdict = { kind: 'unknown', message: 'the marketplace did not report on the record' };

function refusedWhole(records: UsageCall['records']): UsageAnswer {
  const refused = {
    code: 'TOO_MANY_OPERATIONS',
    message: `a call accepts at most ${limits.maximumBatch} records`,
  };
  return {
    verdicts: records.map(() => rejected(refused.code, refused.message)),
    refusedFor: refused,
    mirrors: records.map(() => ({})),
  };
}

const rejected = (code: string, message: string, isEnded?: true): UsageVerdict => ({
  kind: 'rejected',
  code,
  message,
  permanent: true,
  ...(isEnded ? { isEnded } : {}),
});

/** Creates the operations of a record, or its verdict if the record cannot be sent. */
async function prepare(
  { calls, now }: Deps,
  find: Consumers['find'],
  record: UsageRecord,
): Promise<Entry | { verdict: UsageVerdict }> {
  const verdict = faultOf(record, now());
  if (verdict) return { verdict };
  const consumer = await find(record.agreementId);
  if (!consumer)
    return { verdict: rejected('NOT_FOUND', `the marketplace has no order ${record.agreementId}`) };
  const { consumerId, endedMs, product } = consumer;
  if (!consumerId)
    return { verdict: rejected('NOT_BILLED_BY_USAGE', 'the plan of the order is not billed by usage') };
  const startMs = Date.parse(record.hour);
  const endMs = Math.min(startMs + hourMs, endedMs ?? Number.POSITIVE_INFINITY);
  if (endMs <= startMs)
    return { verdict: rejected('ENTITLEMENT_ENDED', 'the order ended before this hour', true) };
  const unfinishedMs = endMs - now().getTime();
  if (unfinishedMs > 0)
    return {
      verdict: {
        kind: 'retry',
        code: 'HOUR_NOT_OVER',
        message: 'the marketplace accepts the usage of an hour after the hour',
        afterSeconds: Math.ceil(unfinishedMs / 1000),
      },
    };
  const serviceName = serviceOf(product, calls.settings());
  const operations = operationsOf({ record, serviceName, consumerId, endMs });
  return { record, consumer, serviceName, operations };
}

/** Returns the verdict on a record that the marketplace would not accept, or would accept too late. */
function faultOf(record: UsageRecord, now: Date): UsageVerdict | undefined {
  const { quantity, valueType, hour } = record;
  if (!/^\d{1,18}(\.\d{1,18})?$/.test(quantity) || Number(quantity) === 0)
    return rejected('INVALID_QUANTITY', `the quantity ${quantity} must be a number above 0`);
  if (isInteger(limits, valueType) && !/^\d+(\.0+)?$/.test(quantity))
    return rejected('INVALID_QUANTITY', `the quantity ${quantity} must be a whole number`);
  if (Date.parse(hour) > now.getTime()) return rejected('IN_FUTURE', 'the hour of the usage has not begun');
  if (deadlineOf(limits, new Date(hour)) <= now)
    return rejected('TOO_LATE', 'the deadline for the usage of this hour has passed');
  return undefined;
}

/** Splits the records of a service into requests below the size limit. */
function inRequests(entries: readonly Entry[]): Entry[][] {
  const requests: Entry[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const entry of entries) {
    const size = Buffer.byteLength(JSON.stringify(entry.operations)) + 1;
    if (bytes + size > mostBytes) {
      requests.push([]);
      bytes = 0;
    }
    requests.at(-1)?.push(entry);
    bytes += size;
  }
  return requests;
}

/**
 * Sends the records of a service.
 * @throws MarketplaceError if the request is the only one; otherwise its failure is the verdict of its records
 */
async function send(
  { calls }: Deps,
  service: string,
  entries: readonly Entry[],
  isOnly: boolean,
): Promise<[UsageRecord, Result][]> {
  const give = (entry: Entry, verdict: UsageVerdict, error?: ReportError): [UsageRecord, Result] => [
    entry.record,
    { verdict, operation: entry.operations.at(-1), error },
  ];
  try {
    const { reportErrors = [] } = await calls.call<{ reportErrors?: ReportError[] }>({
      service: 'usage',
      method: 'POST',
      path: `${pathOf('v1', 'services', service)}:report`,
      body: { operations: entries.flatMap(({ operations }) => operations) },
      effect: 'writes',
      rate: rates.usage,
      right: reportRight,
    });
    const errors = new Map(reportErrors.map((error) => [error.operationId, error]));
    return entries.map((entry) => {
      // Only the last operation has usage; a refused operation without usage leaves a gap that costs nothing.
      const error = errors.get(entry.operations.at(-1)?.operationId);
      return give(entry, error ? verdictOf(error) : { kind: 'accepted' }, error);
    });
  } catch (error) {
    if (isOnly || !(error instanceof MarketplaceError)) throw error;
    const verdict: UsageVerdict = error.hadNoEffect
      ? { kind: 'retry', code: error.kind, message: error.message }
      : { kind: 'unknown', message: error.message };
    return entries.map((entry) => give(entry, verdict));
  }
}

/** Codes of refused operations that may succeed later: deadline exceeded, exhausted, aborted, internal, unavailable. */
const temporary: readonly (number | undefined)[] = [4, 8, 10, 13, 14];

function verdictOf({ status: { code, message = '' } = {} }: ReportError): UsageVerdict {
  return temporary.includes(code)
    ? { kind: 'retry', code: `CODE_${code}`, message }
    : rejected(`CODE_${code}`, message);
}

/**
 * Replaces a rejection of a record whose order was read for an earlier call: the order may have ended since, so the next
 * attempt reads it again.
 */
function recheck(consumers: Consumers, { record, consumer }: Entry, results: Map<UsageRecord, Result>): void {
  const result = results.get(record);
  if (!consumer.isCached || result?.verdict.kind !== 'rejected') return;
  consumers.forget(record.agreementId);
  const { code, message } = result.verdict;
  results.set(record, { ...result, verdict: { kind: 'retry', code, message } });
}
