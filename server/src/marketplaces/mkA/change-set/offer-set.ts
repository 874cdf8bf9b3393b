import type { OfferSetSpec, OfferSpec } from '../../specifications.ts';
import { type CatalogChange, change, create } from './changes.ts';
import { createReport, type Refusal, type Report } from './report.ts';

const entity = 'OfferSet@1.0';
const [mostOffers, longestName, longestNotes] = [7, 150, 1000];

/** Plans the change set that makes an offer set, without offers: they name it when they are made. */
export const planOfferSet = ({ key, name }: OfferSetSpec): CatalogChange[] => [
  create('CreateOfferSet', entity, { Name: name || key }),
];

/** Plans the change set that shows an offer set to its buyer. Offers that are in it already are not put into it again. */
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

/** Finds why the marketplace would not take a set with these offers. */
export function refusalsOfSet(
  { name, notes }: OfferSetSpec,
  offers: readonly OfferSpec[],
): readonly Refusal[] {
  const report = createReport();
  if ((name ?? '').length > longestName)
    report.refuse(
      'INVALID_NAME',
      '/name',
      `The marketplace takes names of at most ${longestName} characters.`,
    );
  if (/[\\<>]/.test(name ?? '')) report.refuse('INVALID_NAME', '/name', 'The name must not hold \\, < or >.');
  if (!notes)
    report.refuse(
      'MISSING_BUYER_NOTES',
      '/info/buyerNotes',
      'The marketplace shows an offer set with notes to its buyer. Give some.',
    );
  if ((notes ?? '').length > longestNotes)
    report.refuse(
      'INVALID_BUYER_NOTES',
      '/info/buyerNotes',
      `The marketplace takes notes of at most ${longestNotes} characters.`,
    );
  if (offers.length < 2 || offers.length > mostOffers)
    report.refuse('MISSING_OFFERS', '/offerIDs', `The marketplace takes sets of 2 to ${mostOffers} offers.`);
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
      'The offer changes an agreement: the marketplace takes only new sales into a set.',
    );
  const product = offer.externalProductId;
  if (product && before.some(({ externalProductId }) => externalProductId === product))
    report.refuse('TOO_MANY_OFFERS_PER_PRODUCT', at, 'Another offer of the set is of the same product.');
  const [first] = before;
  if (first && currencyOf(first) !== currencyOf(offer))
    report.refuse(
      'INCONSISTENT_OFFER_CURRENCY_CODE',
      `${at}/info/currency`,
      'The offers of a set are in one currency.',
    );
}

const currencyOf = ({ info }: OfferSpec): unknown => info.currency ?? 'USD';
