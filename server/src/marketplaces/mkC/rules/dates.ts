import { dayInMs } from '../../../platform/money-and-time/lengths.ts';
import { plusMonths } from '../../../platform/money-and-time/periods.ts';
import { dayOf } from '../../rules/checks.ts';
import type { OfferRefusal } from '../../rules/contract.ts';
import { code, type InfoOfC, longestDuration, type OfferOfC, type Requirement, violated } from './terms.ts';

/** Months between publication and the latest deadline for acceptance. */
const longestAcceptance = 3;
/** Months between publication and the latest start. */
const longestWait = 12;

/** Parses a time that was validated before. */
const millis = (time: string): number => Date.parse(time);
/** Returns the day of a time in UTC, in which sellers enter dates. */
const dayIn = (time: string): string => dayOf(millis(time));

const datedInstallments = ({ paymentInstallments = [] }: InfoOfC) =>
  paymentInstallments.flatMap(({ chargeOn }, index) => (chargeOn ? [{ index, day: dayIn(chargeOn) }] : []));

/** Requirements for the deadline, the start and the end. */
const requirements: readonly Requirement[] = [
  {
    pointer: '/expireTime',
    readable: `The deadline for acceptance must be within ${longestAcceptance} months of the publication. Set an earlier expireTime.`,
    isViolated: ({ expireTime }, now) =>
      !!expireTime && dayIn(expireTime) > dayOf(plusMonths(now.getTime(), longestAcceptance)),
  },
  {
    pointer: '/expireTime',
    readable:
      'The deadline for acceptance must not be after the start or an instalment. Set an earlier expireTime.',
    isViolated: ({ expireTime, info }) =>
      !!expireTime &&
      [
        ...(info.startTime ? [dayIn(info.startTime)] : []),
        ...datedInstallments(info).map(({ day }) => day),
      ].some((day) => dayIn(expireTime) > day),
  },
  {
    pointer: '/info/startTime',
    readable: 'The start must be within a year of the publication. Set an earlier startTime.',
    isViolated: ({ info: { startTime } }, now) =>
      !!startTime && dayIn(startTime) > dayOf(plusMonths(now.getTime(), longestWait)),
  },
  {
    pointer: '/endTime',
    readable: `The marketplace supports a duration of at most ${longestDuration} months. Set an earlier endTime.`,
    isViolated: (offer, now) =>
      !!offer.endTime && dayIn(offer.endTime) > dayOf(plusMonths(latestStart(offer, now), longestDuration)),
  },
];

/** Returns the latest possible start of an offer. */
function latestStart({ expireTime, info }: OfferOfC, now: Date): number {
  const stated = info.startTime || expireTime;
  return stated ? millis(stated) : plusMonths(now.getTime(), longestAcceptance);
}

/** Finds dates of the offer that the marketplace rejects. */
export const wrongDates = (offer: OfferOfC, now: Date): OfferRefusal[] => [
  ...violated(requirements, offer, now),
  ...pastInstallments(offer, now),
  ...wrongInstallments(offer),
];

const refuse = (index: number, readable: string): OfferRefusal => ({
  code,
  pointer: `/info/paymentInstallments/${index}/chargeOn`,
  readable,
});

/** Finds instalments before every possible deadline, if the offer does not have one. */
const pastInstallments = ({ expireTime, info }: OfferOfC, now: Date): OfferRefusal[] =>
  expireTime
    ? []
    : datedInstallments(info)
        .filter(({ day }) => day < dayOf(now.getTime()))
        .map(({ index }) => refuse(index, 'The date of the instalment has passed. Set a later chargeOn.'));

/**
 * Finds dates of instalments that the marketplace rejects: the first instalment is due when the offer starts, and the
 * others on different days.
 */
function wrongInstallments({ info }: OfferOfC): OfferRefusal[] {
  const { startTime, paymentInstallments = [] } = info;
  const start = startTime ? dayIn(startTime) : undefined;
  const undated = paymentInstallments.flatMap(({ chargeOn, chargeOnStr }, index) =>
    chargeOn || chargeOnStr ? [] : [index],
  );
  const dated = datedInstallments(info);
  const first = undated.length > 0 ? start : undefined;
  return [
    ...undated.slice(1).map((index) => ({
      ...refuse(index, 'Only the first instalment may have no date. Set chargeOn.'),
      isMissing: true as const,
    })),
    ...dated
      .filter(({ day }, place) => day === first || dated.slice(0, place).some((other) => other.day === day))
      .map(({ index, day }) => refuse(index, `Two instalments are due on ${day}. Set different days.`)),
    ...dated
      .filter(({ day }) => first && day < first)
      .map(({ index }) => refuse(index, `The instalment is due before the start. Set a day after ${first}.`)),
    ...(undated.length > 0 ? [] : wrongFirst(dated, start)),
  ];
}

/** Finds whether the first of the dated instalments is not due when the offer starts. */
function wrongFirst(dated: ReturnType<typeof datedInstallments>, start: string | undefined): OfferRefusal[] {
  const [first] = dated.toSorted((one, other) => (one.day < other.day ? -1 : 1));
  if (!first || first.day === start) return [];
  if (start)
    return [
      refuse(first.index, `The first instalment is due when the offer starts. Set chargeOn to ${start}.`),
    ];
  const readable = `The first instalment is due when the offer starts. Set startTime to ${first.day}, or remove the chargeOn of the instalment.`;
  return [{ code, pointer: '/info/startTime', readable, isMissing: true }];
}

/** Lists the times before which an offer must expire: its start, its end and its instalments. */
export const expiresBefore = ({ endTime, info }: OfferOfC, now: Date): number[] => [
  ...[info.startTime, endTime].flatMap((time) => (time ? millis(time) - 1 : [])),
  ...(info.paymentInstallments ?? []).flatMap(({ chargeOn }) => {
    if (!chargeOn) return [];
    const day = Math.floor(millis(chargeOn) / dayInMs) * dayInMs;
    // The marketplace counts days, so an offer can be accepted on the day of an instalment.
    return day > now.getTime() ? day : day + dayInMs - 1;
  }),
];
