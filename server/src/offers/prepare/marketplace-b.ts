import { DateTime } from 'luxon';
import type { MkBPrivateOffer } from '../../marketplaces/records/index.ts';
import { isMailAddress } from '../../platform/records/fields.ts';
import { type Check, dayOf, daysOf, isSet, type Report, startFromDays } from './draft.ts';

const maximumPricing = 10;

const typesWithOneDocument: readonly string[] = ['customerPromotion', 'cspPromotion'];

/** Reads the caller's record of a private offer on marketplace B (R25). */
export const checkMarketplaceB: Check = ({ info }, report) => {
  if (info.mkBPrivateOffer) checkMkBPrivateOffer(info.mkBPrivateOffer, report, '/info/mkBPrivateOffer');
};

/** Rejects a new private offer on marketplace B that can no longer be accepted or has ended (R25). */
export const checkMarketplaceBDays: Check = ({ info: { mkBPrivateOffer } }, report, { now }) => {
  if (!mkBPrivateOffer) return;
  const today = now.toISOString().slice(0, 10);
  const { acceptBy, end } = mkBPrivateOffer;
  for (const [name, day] of Object.entries({ acceptBy, end }))
    if (day && day < today) report.refuse(`/info/mkBPrivateOffer/${name}`, 'must not be in the past');
  if (acceptBy && end && acceptBy > end)
    report.refuse('/info/mkBPrivateOffer/acceptBy', 'must not be after end');
};

/**
 * Rejects more than ten prices, dates that are not whole months, documents of another offer type, and invalid e-mail
 * addresses of contacts (R25). Applies to drafts, creation and updates.
 */
function checkMkBPrivateOffer(offer: MkBPrivateOffer, report: Report, pointer: string): void {
  if ((offer.pricing?.length ?? 0) > maximumPricing)
    report.refuse(`${pointer}/pricing`, `must have at most ${maximumPricing} entries`);
  checkMonths(offer, report, pointer);
  checkDocuments(offer, report, pointer);
  for (const [index, contact] of (offer.notificationContacts ?? []).entries())
    if (!isMailAddress(contact))
      report.refuse(`${pointer}/notificationContacts/${index}`, 'must be an e-mail address');
}

function checkMonths({ start, end }: MkBPrivateOffer, report: Report, pointer: string): void {
  if (start && DateTime.fromISO(start).day !== 1)
    report.refuse(`${pointer}/start`, 'must be the first day of a month');
  if (end && DateTime.fromISO(end).plus({ days: 1 }).day !== 1)
    report.refuse(`${pointer}/end`, 'must be the last day of a month');
  if (start && end && end < start) report.refuse(`${pointer}/end`, 'must be after start');
}

function checkDocuments(offer: MkBPrivateOffer, report: Report, pointer: string): void {
  const type = offer.privateOfferType ?? '';
  if (isSet(offer.termsAndConditionsDocSasUrl) && !typesWithOneDocument.includes(type))
    report.refuse(
      `${pointer}/termsAndConditionsDocSasUrl`,
      'is for privateOfferType customerPromotion or cspPromotion only',
    );
  if (isSet(offer.termsAndConditionsDocs) && !type.startsWith('multiparty'))
    report.refuse(`${pointer}/termsAndConditionsDocs`, 'is for multiparty values of privateOfferType only');
}

/** Rejects times that contradict the dates of marketplace B: `endTime` must be in the month of the end date (R25). */
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
