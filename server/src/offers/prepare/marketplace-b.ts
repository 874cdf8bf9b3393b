import { DateTime } from 'luxon';
import type { MkBPrivateOffer } from '../../marketplaces/records/index.ts';
import { isMailAddress } from '../../platform/records/fields.ts';
import { type Check, isSet, type Report } from './draft.ts';

const maximumPricing = 10;
const typesWithOneDocument: readonly string[] = ['customerPromotion', 'cspPromotion'];

/** The private offer that the caller describes for marketplace B (R25). */
export const checkMarketplaceB: Check = ({ info }, report) => {
  if (info.mkBPrivateOffer) checkMkBPrivateOffer(info.mkBPrivateOffer, report, '/info/mkBPrivateOffer');
};

/** An offer that is to be published can still be accepted, and has not ended (R25). */
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
 * Refuses more than ten prices, dates that are not whole months, documents of another type of offer and contacts
 * that are no e-mail addresses (R25); holds for drafts, creation and updates.
 */
export function checkMkBPrivateOffer(offer: MkBPrivateOffer, report: Report, pointer: string): void {
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
