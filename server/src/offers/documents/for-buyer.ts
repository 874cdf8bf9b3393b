import { traitsOf } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { PdfBlock } from '../../platform/pdf/index.ts';
import { findOffer } from '../store.ts';
import { offerBlocks, readPrinted } from './pdf.ts';

/** An offer as its buyer sees it, and what the buyer is asked for who accepts it. */
export type OfferForBuyer = {
  /** Its state, in words. */
  shownStatus: string;
  /** True when its state lets it be accepted. */
  isOpen: boolean;
  blocks: PdfBlock[];
  countries: readonly string[];
  quantities: readonly { key: string; name: string; least: number }[];
};

/** Reads an offer as its buyer sees it: nothing that is the seller's own (R32). */
export async function findOfferForBuyer(
  scope: OrgTransaction,
  id: string,
): Promise<OfferForBuyer | undefined> {
  const offer = await findOffer(scope, id);
  if (!offer || offer.status === 'DELETED') return undefined;
  const printed = await readPrinted(scope, offer);
  const { commits = [], buyerCountryCodes = [] } = printed.info;
  return {
    shownStatus: offer.status.replaceAll('_', ' ').toLowerCase(),
    isOpen: offer.status === 'PENDING_ACCEPTANCE',
    blocks: offerBlocks(printed),
    countries: traitsOf(offer.partner).namesCountries ? buyerCountryCodes : [],
    quantities: commits
      .filter(({ buyerQuantityConfigurable, key }) => buyerQuantityConfigurable && key)
      .map(({ key = '', name, minimumUsers }) => ({ key, name: name || key, least: minimumUsers || 1 })),
  };
}
