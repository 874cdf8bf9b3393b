import { dayOf, daysOf, startFromDays } from './days.ts';
import type { Check } from './draft.ts';

/** Times of the offer's own say the same as the days; an end lies in the month that its last day ends (R25). */
export const checkMarketplaceBTimes: Check = ({ offer, derived }, report) => {
  const { acceptBy, end } = daysOf(offer);
  const { expireTime, endTime, info } = offer;
  if (acceptBy && expireTime && !derived.includes('expireTime')) {
    const at = Date.parse(expireTime);
    if (dayOf(at) !== acceptBy && dayOf(at - 1) !== acceptBy)
      report.refuse('/expireTime', `must be on the day of info.mkBPrivateOffer.acceptBy, ${acceptBy} in UTC`);
  }
  if (end && endTime && !derived.includes('endTime')) {
    const last = dayOf(Date.parse(endTime) - 1);
    if (last.slice(0, 7) !== end.slice(0, 7))
      report.refuse('/endTime', `must be in the month of info.mkBPrivateOffer.end, ${end}`);
  }
  const start = startFromDays(offer);
  if (!start) return;
  if (info?.startTime && dayOf(Date.parse(info.startTime)) !== start.slice(0, 10))
    report.refuse(
      '/info/startTime',
      `must be on the day of info.mkBPrivateOffer.start, ${start.slice(0, 10)}`,
    );
  if (!end && endTime && Date.parse(endTime) <= Date.parse(start))
    report.refuse('/endTime', 'must be after info.mkBPrivateOffer.start');
};
