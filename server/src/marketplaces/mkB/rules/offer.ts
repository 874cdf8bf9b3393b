import { DateTime } from 'luxon';
import { isMailAddress } from '../../../platform/records/fields.ts';
import type { MkBPrivateOffer, MkBPrivateOfferPlan } from '../../records/index.ts';
import { dayOf, isSet, lastDayOf, refuseNoPercentage } from '../../rules/checks.ts';
import type { CheckContext, OfferDays, OfferDraft, Report } from '../../rules/contract.ts';
import type { OfferSpec } from '../../specifications.ts';
import { type InfoOfB, maximumPricing, record, recordOf } from './terms.ts';

export type Upgrade = { isMkBUpgradeOffer?: boolean; mkBOriginalOfferIDForUpgrade?: string };
type DraftOfB = OfferDraft<InfoOfB, Upgrade>;

const typesWithOneDocument: readonly string[] = ['customerPromotion', 'cspPromotion'];

/**
 * Rejects more than ten prices, dates that are not whole months, documents of another offer type, and invalid e-mail
 * addresses of contacts (R25). Applies to drafts, creation and updates.
 */
export function checkDraft({ info: { mkBPrivateOffer: offer } }: DraftOfB, report: Report): void {
  if (!offer) return;
  if ((offer.pricing?.length ?? 0) > maximumPricing)
    report.refuse(`${record}/pricing`, `must have at most ${maximumPricing} entries`);
  checkMonths(offer, report);
  checkDocuments(offer, report);
  for (const [index, contact] of (offer.notificationContacts ?? []).entries())
    if (!isMailAddress(contact))
      report.refuse(`${record}/notificationContacts/${index}`, 'must be an e-mail address');
}

function checkMonths({ start, end }: MkBPrivateOffer, report: Report): void {
  if (start && DateTime.fromISO(start).day !== 1)
    report.refuse(`${record}/start`, 'must be the first day of a month');
  if (end && DateTime.fromISO(end).plus({ days: 1 }).day !== 1)
    report.refuse(`${record}/end`, 'must be the last day of a month');
  if (start && end && end < start) report.refuse(`${record}/end`, 'must be after start');
}

function checkDocuments(offer: MkBPrivateOffer, report: Report): void {
  const type = offer.privateOfferType ?? '';
  if (isSet(offer.termsAndConditionsDocSasUrl) && !typesWithOneDocument.includes(type))
    report.refuse(
      `${record}/termsAndConditionsDocSasUrl`,
      'is for privateOfferType customerPromotion or cspPromotion only',
    );
  if (isSet(offer.termsAndConditionsDocs) && !type.startsWith('multiparty'))
    report.refuse(`${record}/termsAndConditionsDocs`, 'is for multiparty values of privateOfferType only');
}

/** Checks days and times (R25), discounts (R23), and upgrades (R27). */
export function checkOffer(draft: DraftOfB, report: Report, { isHere, now }: CheckContext): void {
  checkDiscounts(draft.info, report);
  checkDays(draft.info, report, now);
  const days = isHere && draft.isPrivate ? daysIn(draft.info) : undefined;
  if (days) checkTimes(draft, days, report);
  checkUpgrade(draft, report, isHere);
}

function checkDiscounts({ mkBPlanSoftwareReservations, mkBPrivateOffer }: InfoOfB, report: Report): void {
  for (const [index, price] of (mkBPrivateOffer?.pricing ?? []).entries()) {
    const pointer = `${record}/pricing/${index}`;
    refuseNoPercentage(report, `${pointer}/discountPercentage`, price.discountPercentage);
    if ((price.markupPercentage ?? 0) < 0)
      report.refuse(`${pointer}/markupPercentage`, 'must not be negative');
  }
  for (const [index, { percentageSave }] of (mkBPlanSoftwareReservations ?? []).entries())
    refuseNoPercentage(report, `/info/mkBPlanSoftwareReservations/${index}/percentageSave`, percentageSave);
}

/** Rejects an offer that can no longer be accepted or has ended. */
function checkDays({ mkBPrivateOffer }: InfoOfB, report: Report, now: Date): void {
  if (!mkBPrivateOffer) return;
  const today = now.toISOString().slice(0, 10);
  const { acceptBy, end } = mkBPrivateOffer;
  for (const [name, day] of Object.entries({ acceptBy, end }))
    if (day && day < today) report.refuse(`${record}/${name}`, 'must not be in the past');
  if (acceptBy && end && acceptBy > end) report.refuse(`${record}/acceptBy`, 'must not be after end');
}

/** Rejects times that contradict the days of the record: `endTime` must be in the month of the end date. */
function checkTimes({ offer, derived, info }: DraftOfB, days: OfferDays, report: Report): void {
  const { acceptBy, end, start } = days;
  const { expireTime, endTime } = offer;
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
  if (!start) return;
  if (info.startTime && dayOf(Date.parse(info.startTime)) !== start.slice(0, 10))
    report.refuse(
      '/info/startTime',
      `must be on the day of info.mkBPrivateOffer.start, ${start.slice(0, 10)}`,
    );
  if (!end && endTime && Date.parse(endTime) <= Date.parse(start))
    report.refuse('/endTime', 'must be after info.mkBPrivateOffer.start');
}

/** Checks an upgrade of an accepted offer, which only private offers on this marketplace can be. */
function checkUpgrade({ info, metaInfo, isPrivate }: DraftOfB, report: Report, isHere: boolean): void {
  const { isMkBUpgradeOffer, mkBOriginalOfferIDForUpgrade } = metaInfo;
  if (isMkBUpgradeOffer && !(isHere && isPrivate))
    report.refuse('/metaInfo/isMkBUpgradeOffer', 'is for private offers on marketplace B only');
  if (isMkBUpgradeOffer && !isSet(mkBOriginalOfferIDForUpgrade))
    report.refuse('/metaInfo/mkBOriginalOfferIDForUpgrade', 'is required when isMkBUpgradeOffer is true');
  if (isMkBUpgradeOffer) return;
  if (isSet(mkBOriginalOfferIDForUpgrade))
    report.refuse('/metaInfo/mkBOriginalOfferIDForUpgrade', 'is for upgrades only: set isMkBUpgradeOffer');
  if (isSet(info.mkBPrivateOffer?.upgradedFrom?.id))
    report.refuse(`${record}/upgradedFrom`, 'is for upgrades only: set metaInfo.isMkBUpgradeOffer');
}

/** Reads the days of a private offer. A variable start date means that the offer starts at acceptance. */
export function daysIn({ mkBPrivateOffer }: InfoOfB): OfferDays | undefined {
  if (!mkBPrivateOffer) return undefined;
  const { acceptBy, end, start, variableStartDate } = mkBPrivateOffer;
  return {
    pointer: record,
    acceptBy,
    end,
    start: start && !variableStartDate ? new Date(start).toISOString() : undefined,
  };
}

/** Returns an offer with another deadline; midnight belongs to the day before. */
export function withDeadline(spec: OfferSpec, expireTime: string): OfferSpec {
  const offer = recordOf(spec);
  if (!offer.acceptBy) return { ...spec, expireTime };
  const acceptBy = lastDayOf(expireTime);
  return { ...spec, expireTime, info: { ...spec.info, mkBPrivateOffer: { ...offer, acceptBy } } };
}

/** Adds the documented defaults of plans and reservations (R6). */
export const completeInfo = ({ info }: DraftOfB) => ({
  mkBOriginalPlan: info.mkBOriginalPlan && completePlan(info.mkBOriginalPlan),
  mkBPrivateOffer: info.mkBPrivateOffer && completePrivateOffer(info.mkBPrivateOffer),
  mkBPlanSoftwareReservations: info.mkBPlanSoftwareReservations?.map((reservation) => ({
    percentageSave: 0,
    term: 0,
    ...reservation,
  })),
});

const completePlan = (plan: MkBPrivateOfferPlan): MkBPrivateOfferPlan => ({ visibility: 'visible', ...plan });

const completePrivateOffer = (offer: MkBPrivateOffer): MkBPrivateOffer => {
  if (!offer.pricing) return offer;
  const pricing = offer.pricing.map((entry) => ({
    ...entry,
    ...(entry.originalPlan && { originalPlan: completePlan(entry.originalPlan) }),
    ...(entry.privateOfferPlan && { privateOfferPlan: completePlan(entry.privateOfferPlan) }),
  }));
  return { ...offer, pricing };
};
