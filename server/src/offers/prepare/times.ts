import { millisecondsOf } from '../../platform/fields.ts';
import type { WorkloadOffer } from '../records.ts';
import type { Check, Draft, Report } from './draft.ts';
import { isContract, isPrivate, offerTypeOf } from './kind.ts';

/** A time as the service keeps it: RFC 3339 with milliseconds in UTC; a bare date is its midnight UTC (R7). */
export const toUtc = (value: string): string => new Date(millis(value)).toISOString();

/** Validation has seen to it that it is a time. */
const millis = (value: string): number => millisecondsOf(value) ?? Number.NaN;

/** Refuses an offer that has expired or ended already, and a start that cannot be (R22). */
export const checkTimes: Check = (draft, report, { now }) => {
  const { endTime, expireTime } = draft.offer;
  if (expireTime && millis(expireTime) <= now.getTime())
    report.refuse('/expireTime', 'must be in the future: nobody could accept the offer');
  if (endTime && millis(endTime) <= now.getTime()) report.refuse('/endTime', 'must be in the future');
  if (draft.info.startTime) checkStart(draft, draft.info.startTime, report, now);
};

function checkStart(draft: Draft, startTime: string, report: Report, now: Date): void {
  if (!startsOnDate({ ...draft.offer, partner: draft.partner })) {
    report.warn(
      'info.startTime is kept but has no effect: only private offers of contract products on marketplaces A and C start on a date.',
    );
    return;
  }
  if (millis(startTime) <= now.getTime())
    report.refuse('/info/startTime', 'must be in the future; leave it out to start at acceptance');
  const { endTime } = draft.offer;
  if (endTime && millis(endTime) <= millis(startTime))
    report.refuse('/endTime', 'must be after info.startTime');
}

/** Only private offers of contract products on marketplaces A and C start on a date (R22). */
export const startsOnDate = (
  offer: Pick<WorkloadOffer, 'offerType' | 'productType'> & { partner?: string | undefined },
): boolean =>
  isPrivate(offerTypeOf(offer)) && (offer.partner === 'MKA' || offer.partner === 'MKC') && isContract(offer);
