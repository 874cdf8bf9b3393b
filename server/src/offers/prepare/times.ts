import { traitsOf } from '../../marketplaces/index.ts';
import { millisecondsOf } from '../../platform/records/fields.ts';
import type { WorkloadOffer } from '../records.ts';
import { isPrivate } from '../row-conversion.ts';
import { startFromDays } from './days.ts';
import type { Check, Draft, PrepareContext, Report } from './draft.ts';
import { isContract, offerTypeOf } from './kind.ts';

/** A time as the service keeps it: RFC 3339 with milliseconds in UTC; a bare date is its midnight UTC (R7). */
export const toUtc = (value: string): string => new Date(millis(value)).toISOString();

/** Validation has seen to it that it is a time. */
const millis = (value: string): number => millisecondsOf(value) ?? Number.NaN;

/** Refuses an offer that has expired or ended already, and a start that cannot be (R22). */
export const checkTimes: Check = (draft, report, context) => {
  const { now } = context;
  const { endTime, expireTime } = draft.offer;
  // Times that follow from days are judged where these stand.
  const isPast = (name: 'expireTime' | 'endTime', time: string | null | undefined): boolean =>
    !!time && millis(time) <= now.getTime() && !draft.derived.includes(name);
  if (isPast('expireTime', expireTime))
    report.refuse('/expireTime', 'must be in the future: nobody could accept the offer');
  if (isPast('endTime', endTime)) report.refuse('/endTime', 'must be in the future');
  // Which of two days comes first is judged where they stand, too.
  if (endTime && expireTime && millis(expireTime) > millis(endTime) && draft.derived.length < 2)
    report.refuse(
      draft.derived.includes('expireTime') ? '/info/mkBPrivateOffer/acceptBy' : '/expireTime',
      'must not be after endTime, until which the offer can be accepted at the latest',
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
      'info.startTime is kept but has no effect: only private offers of contract products on marketplaces A and C start on a date.',
    );
    return;
  }
  if (millis(startTime) <= now.getTime())
    report.refuse('/info/startTime', 'must be in the future; leave it out to start at acceptance');
  const { endTime } = offer;
  if (endTime && millis(endTime) <= millis(startTime))
    report.refuse('/endTime', 'must be after info.startTime');
}

/**
 * The date on which an offer starts, if it was not accepted later; none where it starts at acceptance (R22, R25).
 * @param productType the product's, where the offer does not say one
 */
export function startOf(offer: WorkloadOffer, productType?: string): string | undefined {
  const { startTime } = offer.info ?? {};
  return startTime && startsOnDate(offer, productType) ? toUtc(startTime) : startFromDays(offer);
}

/**
 * Says whether an offer starts on a date. Only private offers of contract products on marketplaces A and C start on a
 * date (R22).
 * @param productType the product's, where the offer does not say one
 */
export const startsOnDate = (
  offer: Pick<WorkloadOffer, 'offerType' | 'productType'> & { partner?: string | undefined },
  productType?: string,
): boolean =>
  isPrivate(offerTypeOf(offer)) &&
  traitsOf(offer.partner).startsOnDate === true &&
  isContract({ ...offer, productType: offer.productType || (productType ?? '') });
