import type { OfferSetSpec, OfferSpec } from '../../specifications.ts';
import { type CatalogChange, change, create } from './changes.ts';
import { createReport, type Refusal, type Report } from './report.ts';

const entity = 'OfferSet@1.0';
const [mostOffers, longestName, longestNotes] = [7, 150, 1000];

/**
 * Plans the change set that creates an empty offer set. Each offer is added to its set when the offer is
 * created.
 */
export const planOfferSet = ({ key, name }: OfferSetSpec): CatalogChange[] => [
  create('CreateOfferSet', entity, { Name: name || key }),
];

/**
 * Plans the change set that releases an offer set to its buyer. Offers already in the set are not added
 * again.
 */
export function planRelease(
  externalId: string,
  { notes }: OfferSetSpec,
  externalOfferIds: readonly string[],
  associated: readonly string[],
): CatalogChange[] {
  const missing = externalOfferIds.filter((id) => !associated.includes(id));
  const Offers = missing.map((OfferId) => ({ OfferId }));
  return [
    change('UpdateInformation', entity, externalId, { BuyerNotes: notes }),
    ...(missing.length > 0 ? [change('AssociateOffers', entity, externalId, { Offers })] : []),
    change('ReleaseOfferSet', entity, externalId),
  ];
}

/** Finds reasons why the marketplace would reject a set with these offers. */
export function refusalsOfSet(
  { name, notes }: OfferSetSpec,
  offers: readonly OfferSpec[],
): readonly Refusal[] {
  const report = createReport();
  if ((name ?? '').length > longestName)
    report.refuse(
      'INVALID_NAME',
      '/name',
      `The marketplace accepts names of at most ${longestName} characters.`,
    );
  if (/[\\<>]/.test(name ?? ''))
    report.refuse('INVALID_NAME', '/name', 'The name must not contain \\, < or >.');
  if (!notes)
    report.refuse(
      'MISSING_BUYER_NOTES',
      '/info/buyerNotes',
      'The marketplace shows the buyer a description of the offer set. Add buyerNotes.',
    );
  if ((notes ?? '').length > longestNotes)
    report.refuse(
      'INVALID_BUYER_NOTES',
      '/info/buyerNotes',
      `The marketplace accepts notes of at most ${longestNotes} characters.`,
    );
  if (offers.length < 2 || offers.length > mostOffers)
    report.refuse(
      'MISSING_OFFERS',
      '/offerIDs',
      `An offer set at this marketplace has 2 to ${mostOffers} offers.`,
    );
  for (const [index, offer] of offers.entries()) refuseOffer(offer, index, offers, report);
  return report.refusals;
}

function refuseOffer(offer: OfferSpec, index: number, offers: readonly OfferSpec[], report: Report): void {
  const at = `/offerIDs/${index}`;
  const before = offers.slice(0, index);
  if (offer.basedOn?.agreementId)
    report.refuse(
      'INCOMPATIBLE_OFFER_SET_REFERENCE',
      at,
      'The offer amends an agreement: an offer set at this marketplace has new purchases only.',
    );
  const product = offer.externalProductId;
  if (product && before.some(({ externalProductId }) => externalProductId === product))
    report.refuse('TOO_MANY_OFFERS_PER_PRODUCT', at, 'Another offer of the set has the same product.');
  const [first] = before;
  if (first && currencyOf(first) !== currencyOf(offer))
    report.refuse(
      'INCONSISTENT_OFFER_CURRENCY_CODE',
      `${at}/info/currency`,
      'All offers of a set must have the same currency.',
    );
}

const currencyOf = ({ info }: OfferSpec): unknown => info.currency ?? 'USD';
