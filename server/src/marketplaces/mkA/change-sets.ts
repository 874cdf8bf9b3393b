import { createHash } from 'node:crypto';
import type { DescribeChangeSetResponse } from '@aws-sdk/client-marketplace-catalog';
import type { Change } from '../changes.ts';
import { bareId, type CatalogPort } from './catalog.ts';
import type { CatalogChange, Details } from './change-set/changes.ts';
import { dayAfter, dayBefore, dayOf, endOfDay } from './change-set/days.ts';
import { cancellationDays, planCancellation } from './change-set/updates.ts';
import { endOfAddress } from './documents.ts';
import { wordsOf } from './words.ts';

/** The purpose of a change set. The name of a set consists of the purpose and the idempotency key. */
export type Purpose =
  | 'offer'
  | 'update'
  | 'extend'
  | 'cancel'
  | 'cancel-today'
  | 'product'
  | 'set'
  | 'release';

export const nameOf = (purpose: Purpose, key: string): string =>
  `${purpose}:${key.replaceAll(/[^\w+=.:@-]/g, '-')}`.slice(0, 100);

/**
 * Creates a deterministic token for a follow-up change, so that a retry sends the same token. At most 64
 * characters.
 */
export const tokenOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

const soonestMs = 5_000;
const latestMs = 300_000;

/** The delay before the next poll is a quarter of the time that the change has taken so far. */
const pauseAfter = (startTime: string | undefined, now: Date): number => {
  const ageMs = startTime ? now.getTime() - Date.parse(startTime) : 0;
  return Math.min(latestMs, Math.max(soonestMs, Math.round(ageMs / 4) || 0));
};

type Deps = { catalog: CatalogPort; now: () => Date };

/** Creates the functions that convert the status of a change set to a `Change`. */
function createStates({ now }: Pick<Deps, 'now'>) {
  const running = (handle: string, startTime?: string, externalId?: string): Change => ({
    state: 'RUNNING',
    handle,
    askAgainMs: pauseAfter(startTime, now()),
    externalId,
  });

  const changeOf = (handle: string, set: DescribeChangeSetResponse): Change => {
    const externalId = madeOrChanged(set);
    if (set.Status === 'SUCCEEDED') return { state: 'DONE', handle, externalId };
    if (set.Status !== 'FAILED' && set.Status !== 'CANCELLED')
      return running(handle, set.StartTime, externalId);
    const code = set.Status === 'CANCELLED' ? 'CANCELLED' : (failureOf(set) ?? 'CLIENT_ERROR');
    return {
      state: 'FAILED',
      handle,
      externalId,
      code: [code, ...wordsIn(set)].join(': '),
      readable: wordsOf(code),
      again: set.FailureCode === 'SERVER_FAULT' || isOfDayBefore(set, now()) || isOfEndedAddress(set),
    };
  };

  /**
   * Keeps a withdrawal RUNNING until the end of the last day, because the buyer can accept the offer until
   * then.
   */
  function untilTheDayIsOver(handle: string, set: DescribeChangeSetResponse): Change {
    const details = detailsOf(set.ChangeSet?.[0]);
    const end = Date.parse(endOfDay(String(details.AvailabilityEndDate ?? '')));
    const leftMs = end - now().getTime();
    if (!(leftMs > 0)) return changeOf(handle, set);
    return { state: 'RUNNING', handle, askAgainMs: leftMs, externalId: madeOrChanged(set) };
  }

  return { running, changeOf, untilTheDayIsOver };
}

/** Creates the functions that start change sets in the catalogue and poll them until they end. */
export function createChangeSets({ catalog, now }: Deps) {
  const { running, changeOf, untilTheDayIsOver } = createStates({ now });

  /** Starts a change set. A repeated key has no further effect. */
  async function start(
    purpose: Purpose,
    changes: readonly CatalogChange[],
    key: string,
    {
      name = key,
      warnings = [],
      externalId,
    }: { name?: string; warnings?: readonly string[]; externalId?: string } = {},
  ): Promise<Change> {
    const handle = await catalog.start(changes, nameOf(purpose, name), key);
    return { ...running(handle, undefined, externalId), warnings };
  }

  async function read(handle: string): Promise<Change> {
    const set = await catalog.readChangeSet(handle);
    if (!set)
      return {
        state: 'FAILED',
        handle,
        code: 'CHANGE_NOT_FOUND',
        readable: wordsOf('CHANGE_NOT_FOUND'),
        isUnknown: true,
      };
    const purpose = purposeOf(set);
    if (purpose === 'cancel' && set.Status === 'FAILED') return cancelToday(handle, set);
    if (purpose === 'cancel-today' && set.Status === 'SUCCEEDED') return untilTheDayIsOver(handle, set);
    return changeOf(handle, set);
  }

  /**
   * Ends the offer today if the marketplace rejects a past day. A retry repeats the token and therefore has
   * no further effect.
   */
  async function cancelToday(handle: string, set: DescribeChangeSetResponse): Promise<Change> {
    const externalId = madeOrChanged(set);
    if (failureOf(set) !== 'INVALID_AVAILABILITY_END_DATE' || !externalId) return changeOf(handle, set);
    const { soonest } = cancellationDays(now());
    const changes = planCancellation(externalId, soonest);
    const next = await catalog.start(
      changes,
      nameOf('cancel-today', handle),
      tokenOf('cancel-today', handle, soonest),
    );
    return running(next, undefined, externalId);
  }

  return {
    start,
    read,
    /** Finds the succeeded or running change set of a key; failed sets are skipped. */
    find: async (purpose: Purpose, key: string): Promise<Change | undefined> => {
      for (const { ChangeSetId, Status } of await catalog.changeSetsOf(nameOf(purpose, key)))
        if (ChangeSetId && Status !== 'FAILED' && Status !== 'CANCELLED') return read(ChangeSetId);
      return undefined;
    },
  };
}
export type ChangeSets = ReturnType<typeof createChangeSets>;

const purposeOf = ({ ChangeSetName = '' }: DescribeChangeSetResponse): string =>
  ChangeSetName.split(':')[0] as string;

type Summary = NonNullable<DescribeChangeSetResponse['ChangeSet']>[number];

const detailsOf = (summary: Summary | undefined): Details =>
  (summary?.DetailsDocument ?? (summary?.Details ? JSON.parse(summary.Details) : {})) as Details;

/** Returns the id of the entity that a set creates or changes, if known. */
function madeOrChanged({ ChangeSet = [] }: DescribeChangeSetResponse): string | undefined {
  const [first] = ChangeSet;
  const identifier = first?.Entity?.Identifier;
  return identifier && !identifier.startsWith('$') ? bareId(identifier) : undefined;
}

const errorsIn = ({ ChangeSet = [] }: DescribeChangeSetResponse) =>
  ChangeSet.flatMap(({ ErrorDetailList = [] }) => ErrorDetailList);

const failureOf = (set: DescribeChangeSetResponse): string | undefined =>
  errorsIn(set)[0]?.ErrorCode ?? (set.FailureCode === 'SERVER_FAULT' ? 'SERVER_FAULT' : undefined);

type Terms = {
  Terms?: { Type?: string; Schedule?: { ChargeDate?: string }[]; Documents?: { Url?: string }[] }[];
};
const termsIn = ({ ChangeSet = [] }: DescribeChangeSetResponse) =>
  ChangeSet.flatMap((change) => (detailsOf(change) as Terms).Terms ?? []);

/**
 * Returns whether a payment due at acceptance was rejected as past because the day changed before the
 * marketplace processed the set. A new plan makes the payment due on the new day.
 */
function isOfDayBefore(set: DescribeChangeSetResponse, now: Date): boolean {
  if (failureOf(set) !== 'INVALID_CHARGE_DATES') return false;
  const [day, today] = [dayOf(set.StartTime ?? ''), dayOf(now.toISOString())];
  // The change may have been planned just before midnight and received just after midnight.
  const ofBuyer = [day, dayBefore(day)].filter((one) => one < today);
  // A reseller pays tomorrow at the earliest.
  const ofReseller = [day, dayAfter(day)].filter((one) => one <= today && day < today);
  return termsIn(set).some(({ Type, Schedule = [] }) => {
    const days = Type === 'ResalePaymentScheduleTerm' ? ofReseller : ofBuyer;
    return Schedule.some(({ ChargeDate }) => days.includes(ChargeDate ?? ''));
  });
}

/**
 * Error codes about documents. Resale authorizations have separate codes for buyer and reseller documents.
 */
const ofDocuments = new Set([
  'INVALID_LEGAL_DOCUMENTS',
  'INVALID_BUYER_LEGAL_DOCUMENTS',
  'INVALID_RESALE_LEGAL_DOCUMENTS',
]);

/**
 * Returns whether a document was rejected because its signed URL expired before the marketplace read the
 * document. A new plan has a new URL.
 */
function isOfEndedAddress(set: DescribeChangeSetResponse): boolean {
  if (!ofDocuments.has(failureOf(set) ?? '') || !set.EndTime) return false;
  const endMs = Date.parse(set.EndTime);
  return termsIn(set)
    .flatMap(({ Documents = [] }) => Documents)
    .some(({ Url }) => Url !== undefined && endOfAddress(Url) < endMs);
}

/** Lists the marketplace's messages about each rejected change. */
const wordsIn = (set: DescribeChangeSetResponse): string[] =>
  [...errorsIn(set).map(({ ErrorMessage }) => ErrorMessage), set.FailureDescription]
    .filter((text): text is string => Boolean(text))
    .slice(0, 1)
    .map((text) => text.slice(0, 400));
