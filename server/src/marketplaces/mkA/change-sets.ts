import { createHash } from 'node:crypto';
import type { DescribeChangeSetResponse } from '@aws-sdk/client-marketplace-catalog';
import type { Change } from '../changes.ts';
import { bareId, type CatalogPort } from './catalog.ts';
import type { CatalogChange, Details } from './change-set/changes.ts';
import { dayAfter, dayBefore, dayOf, endOfDay } from './change-set/days.ts';
import { cancellationDays, planCancellation } from './change-set/updates.ts';
import { endOfAddress } from './documents.ts';
import { wordsOf } from './words.ts';

/** What a set of changes is for; its name begins with it, and ends with our key. */
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

/** A token for what follows from something by itself: the same again for the same. At most 64 characters. */
export const tokenOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

const soonestMs = 5_000;
const latestMs = 300_000;

/** A change is asked for again after a quarter of the time that it has taken. */
const pauseAfter = (startTime: string | undefined, now: Date): number => {
  const ageMs = startTime ? now.getTime() - Date.parse(startTime) : 0;
  return Math.min(latestMs, Math.max(soonestMs, Math.round(ageMs / 4) || 0));
};

type Deps = { catalog: CatalogPort; now: () => Date };

/** Says how a set of changes stands. */
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

  /** Its buyer can accept it to the end of the day: until then it is not taken back. */
  function untilTheDayIsOver(handle: string, set: DescribeChangeSetResponse): Change {
    const details = detailsOf(set.ChangeSet?.[0]);
    const end = Date.parse(endOfDay(String(details.AvailabilityEndDate ?? '')));
    const leftMs = end - now().getTime();
    if (!(leftMs > 0)) return changeOf(handle, set);
    return { state: 'RUNNING', handle, askAgainMs: leftMs, externalId: madeOrChanged(set) };
  }

  return { running, changeOf, untilTheDayIsOver };
}

/** Follows change sets of the catalogue to their end, as changes of the port. */
export function createChangeSets({ catalog, now }: Deps) {
  const { running, changeOf, untilTheDayIsOver } = createStates({ now });

  /** Asks for changes. The same key again asks for nothing new. */
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

  /** Where no day in the past is taken, the offer ends with today. Asked for anew by the same token, it is one change. */
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
    /** The change that makes something by our key, or has made it; one that failed has made nothing. */
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

/** The id of what the set makes or changes, once it has one. */
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
 * Whether a payment that is due with the acceptance was refused as past because the day on which it was asked for was over before
 * the marketplace looked: asked for again, it is of the new day.
 */
function isOfDayBefore(set: DescribeChangeSetResponse, now: Date): boolean {
  if (failureOf(set) !== 'INVALID_CHARGE_DATES') return false;
  const [day, today] = [dayOf(set.StartTime ?? ''), dayOf(now.toISOString())];
  // Planned a moment before it was taken, it may be of the day before that one.
  const ofBuyer = [day, dayBefore(day)].filter((one) => one < today);
  // A reseller pays from tomorrow on.
  const ofReseller = [day, dayAfter(day)].filter((one) => one <= today && day < today);
  return termsIn(set).some(({ Type, Schedule = [] }) => {
    const days = Type === 'ResalePaymentScheduleTerm' ? ofReseller : ofBuyer;
    return Schedule.some(({ ChargeDate }) => days.includes(ChargeDate ?? ''));
  });
}

/**
 * Says whether a document was refused whose address had ended before the marketplace looked: asked for again, the change
 * has a new address.
 */
function isOfEndedAddress(set: DescribeChangeSetResponse): boolean {
  if (failureOf(set) !== 'INVALID_LEGAL_DOCUMENTS' || !set.EndTime) return false;
  const endMs = Date.parse(set.EndTime);
  return termsIn(set)
    .flatMap(({ Documents = [] }) => Documents)
    .some(({ Url }) => Url !== undefined && endOfAddress(Url) < endMs);
}

/** What the marketplace says of each change that it did not take. */
const wordsIn = (set: DescribeChangeSetResponse): string[] =>
  [...errorsIn(set).map(({ ErrorMessage }) => ErrorMessage), set.FailureDescription]
    .filter((text): text is string => Boolean(text))
    .slice(0, 1)
    .map((text) => text.slice(0, 400));
