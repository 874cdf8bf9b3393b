import { marketplacesWith, type Report, traitsOf } from '../../marketplaces/index.ts';
import { millisecondsOf } from '../../platform/records/fields.ts';
import { isContract, isPrivate, offerTypeOf } from '../kind.ts';
import type { WorkloadOffer } from '../records.ts';
import { type Check, type Draft, type PrepareContext, readPrivateOfferDates } from './draft.ts';

/**
 * Converts a time to its stored form: RFC 3339 with milliseconds in UTC. A date without a time means 00:00 UTC (R7).
 */
export const toUtc = (value: string): string => new Date(millis(value)).toISOString();

/** Parses a time that was validated before. */
const millis = (value: string): number => millisecondsOf(value) ?? Number.NaN;

/** Rejects an offer that has expired or ended, and an invalid start (R22). */
export const checkTimes: Check = (draft, report, context) => {
  const { now } = context;
  const { endTime, expireTime } = draft.offer;
  // Derived times are checked together with their source dates.
  const isPast = (name: 'expireTime' | 'endTime', time: string | null | undefined): boolean =>
    !!time && millis(time) <= now.getTime() && !draft.derived.includes(name);
  if (isPast('expireTime', expireTime))
    report.refuse('/expireTime', 'must be in the future, so that the offer can be accepted');
  if (isPast('endTime', endTime)) report.refuse('/endTime', 'must be in the future');
  // The order of two derived times is also checked with their source dates.
  if (endTime && expireTime && millis(expireTime) > millis(endTime) && draft.derived.length < 2)
    report.refuse(
      draft.derived.includes('expireTime')
        ? `${readPrivateOfferDates(draft.offer).pointer}/acceptBy`
        : '/expireTime',
      'must not be after endTime, the last moment of acceptance',
    );
  if (draft.info.startTime) checkStart(draft, draft.info.startTime, report, context);
};

function checkStart(
  { offer, partner }: Draft,
  startTime: string,
  report: Report,
  { now, productType }: PrepareContext,
): void {
  if (!startsOnDate({ ...offer, partner }, productType)) {
    report.warn(
      `info.startTime is kept but has no effect: only private offers of contract products on ${marketplacesWith('startsOnDate')} start on a date.`,
    );
    return;
  }
  if (millis(startTime) <= now.getTime())
    report.refuse('/info/startTime', 'must be in the future; omit it to start at acceptance');
  const { endTime } = offer;
  if (endTime && millis(endTime) <= millis(startTime))
    report.refuse('/endTime', 'must be after info.startTime');
}

/**
 * Derives the start of an offer, unless it is accepted later; undefined if it starts at acceptance (R22, R25).
 * @param productType type of the product, used if the offer has no type
 */
export function startOf(offer: WorkloadOffer, productType?: string): string | undefined {
  const { startTime } = offer.info ?? {};
  return startTime && startsOnDate(offer, productType)
    ? toUtc(startTime)
    : readPrivateOfferDates(offer).start;
}

/**
 * Returns whether an offer starts on a date: only private offers of contract products on some
 * marketplaces do (R22).
 * @param productType type of the product, used if the offer has no type
 */
export const startsOnDate = (
  offer: Pick<WorkloadOffer, 'offerType' | 'productType'> & { partner?: string | undefined },
  productType?: string,
): boolean =>
  isPrivate(offerTypeOf(offer)) &&
  traitsOf(offer.partner).startsOnDate === true &&
  isContract({ ...offer, productType: offer.productType || (productType ?? '') });
