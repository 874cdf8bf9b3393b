import { Decimal } from 'decimal.js';
import type { MarketplaceAdapter } from '../adapter.ts';
import { usageMirror } from '../sandbox/usage-mirrors.ts';
import type { UsageAnswer, UsageCall, UsageRecord, UsageVerdict } from '../usage.ts';
import { isGuid } from './addresses.ts';
import { type Calls, rates } from './calls.ts';
import { capabilities } from './capabilities.ts';
import { unreadable } from './errors.ts';
import type { Subscriptions } from './fulfilment/subscriptions.ts';

type Deps = { call: Calls['call']; subscriptions: Subscriptions; now: () => Date };

type Event = {
  resourceId: string;
  quantity: number;
  dimension: string;
  effectiveStartTime: string;
  planId: string | undefined;
};
/** The outcome of an event, compared regardless of letter case. */
type ResultStatus =
  | 'Accepted'
  | 'Expired'
  | 'Duplicate'
  | 'Error'
  | 'ResourceNotFound'
  | 'ResourceNotAuthorized'
  | 'ResourceNotActive'
  | 'InvalidDimension'
  | 'InvalidQuantity'
  | 'BadArgument';

/** The result of one event; a refused event repeats the event with a reason. */
type Result = Partial<Event> & {
  status?: ResultStatus;
  usageEventId?: string;
  error?: {
    code?: string;
    message?: string;
    additionalInfo?: { acceptedMessage?: { quantity?: number; usageEventId?: string } };
  };
};

const maximumBatch = capabilities.usage?.maximumBatch ?? 25;
const hourMs = 3_600_000;

/** Creates the adapter method that reports usage, with one verdict for each record. */
export function createUsagePort({
  call,
  subscriptions,
  now,
}: Deps): Required<Pick<MarketplaceAdapter, 'reportUsage'>> {
  /** Finds the present plans of the agreements whose records name no plan. */
  async function plansOf(records: readonly UsageRecord[]): Promise<ReadonlyMap<string, string | undefined>> {
    const ids = new Set(records.flatMap(({ planId, agreementId }) => (planId ? [] : agreementId)));
    const plans = new Map<string, string | undefined>();
    for (const id of ids)
      plans.set(id, await subscriptions.find(id).then((one) => one?.planId, noneIfRefused));
    return plans;
  }

  async function send(events: readonly Event[]): Promise<readonly Result[]> {
    const { body } = await call({
      method: 'POST',
      path: '/batchUsageEvent',
      body: { request: events },
      rate: rates.metering,
    });
    const { result } = (body ?? {}) as { result?: unknown };
    if (!Array.isArray(result)) throw unreadable('no results of usage', 'writes');
    // An element that is no record leaves its event without a verdict, so that the event is sent again.
    return result.filter((one) => typeof one === 'object' && one !== null) as Result[];
  }

  async function report({ records }: UsageCall): Promise<UsageAnswer> {
    if (records.length > maximumBatch) return refusedWhole(records, now());
    const plans = await plansOf(records);
    const verdicts: UsageVerdict[] = [];
    const sent: { event: Event; at: number }[] = [];
    for (const [at, record] of records.entries()) {
      const planId = record.planId ?? plans.get(record.agreementId);
      if (isGuid(record.agreementId) && planId) sent.push({ event: eventOf(record, planId), at });
      else verdicts[at] = unknownAgreement(record);
    }
    const results = sent.length > 0 ? await send(sent.map(({ event }) => event)) : [];
    const find = matching(results);
    for (const { event, at } of sent) verdicts[at] = verdictOf(find(event), records[at] as UsageRecord);
    return { verdicts, mirrors: mirrorsOf(records, verdicts, now()) };
  }
  return { reportUsage: report };
}

const eventOf = (record: UsageRecord, planId: string): Event => ({
  resourceId: record.agreementId.toLowerCase(),
  quantity: Number(record.quantity),
  dimension: record.dimension,
  effectiveStartTime: new Date(record.hour).toISOString(),
  planId,
});

/** A subscription that another application may read has no plan for this seller. */
function noneIfRefused(error: unknown): undefined {
  if ((error as { kind?: string }).kind === 'refused') return undefined;
  throw error;
}

/** Identity of an event at the marketplace: its subscription, dimension and hour. */
const identityOf = ({ resourceId = '', dimension, effectiveStartTime = '' }: Partial<Event>): string =>
  JSON.stringify([
    resourceId.toLowerCase(),
    dimension,
    Math.floor(Date.parse(withZone(effectiveStartTime)) / hourMs),
  ]);

/** A time without a zone is in UTC. */
const withZone = (time: string): string => (/(?:Z|[+-]\d\d:\d\d)$/i.test(time) ? time : `${time}Z`);

/** Creates the function that finds the result of an event; each result is used once. */
function matching(results: readonly Result[]): (event: Event) => Result | undefined {
  const left = new Map<string, Result[]>();
  for (const result of results) {
    const identity = identityOf(result);
    left.set(identity, [...(left.get(identity) ?? []), result]);
  }
  return (event) => left.get(identityOf(event))?.shift();
}

function verdictOf(result: Result | undefined, { quantity }: UsageRecord): UsageVerdict {
  const { usageEventId, error } = result ?? {};
  const outcome: string = result?.status ?? '';
  switch (outcome.toLowerCase()) {
    case 'accepted':
      return { kind: 'accepted', externalId: usageEventId };
    case 'duplicate':
      return duplicateOf(error?.additionalInfo?.acceptedMessage, quantity);
    case 'error':
      return { kind: 'retry', code: outcome, message: error?.message ?? 'the marketplace failed' };
    case '':
      return { kind: 'unknown', message: "the marketplace's response does not contain the record" };
    default:
      return {
        kind: 'rejected',
        code: outcome,
        message: error?.message ?? `the marketplace rejected the record: ${outcome}`,
        permanent: true,
        // The subscription is read again: it may have been suspended or cancelled without a notification.
        ...(outcome.toLowerCase() === 'resourcenotactive' ? { isEnded: true } : {}),
      };
  }
}

/** The marketplace keeps the first quantity of an hour, and returns it. */
function duplicateOf(
  accepted: { quantity?: number; usageEventId?: string } | undefined,
  quantity: string,
): UsageVerdict {
  const externalId = accepted?.usageEventId;
  if (typeof accepted?.quantity !== 'number') return { kind: 'duplicateOther', externalId };
  return accepted.quantity === Number(quantity)
    ? { kind: 'duplicateSame', externalId }
    : { kind: 'duplicateOther', acceptedQuantity: new Decimal(accepted.quantity).toFixed(), externalId };
}

const unknownAgreement = ({ agreementId }: UsageRecord): UsageVerdict => ({
  kind: 'rejected',
  code: 'ResourceNotFound',
  message: `the marketplace has no subscription ${agreementId} of this seller`,
  permanent: true,
});

const mirrorsOf = (records: readonly UsageRecord[], verdicts: readonly UsageVerdict[], now: Date) =>
  records.map((record, index) => usageMirror('MKB', record, verdicts[index] as UsageVerdict, now));

function refusedWhole(records: readonly UsageRecord[], now: Date): UsageAnswer {
  const fault = { code: 'BadArgument', message: `a call accepts at most ${maximumBatch} records` };
  const verdicts = records.map((): UsageVerdict => ({ kind: 'rejected', ...fault, permanent: true }));
  return { verdicts, refusedFor: fault, mirrors: mirrorsOf(records, verdicts, now) };
}
