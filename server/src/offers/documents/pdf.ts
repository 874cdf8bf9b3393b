import type { Logger } from 'pino';
import { findBuyer, partyOfBuyer } from '../../buyers/index.ts';
import { keptForMs } from '../../files/index.ts';
import { issuerOf } from '../../organizations/index.ts';
import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import { writePdf } from '../../platform/pdf/index.ts';
import type { Vault } from '../../platform/secrets/encryption.ts';
import { createSignedLinks, type SignedLinks } from '../../platform/secrets/signed-links.ts';
import { findProduct } from '../../products/index.ts';
import type { OfferRow } from '../columns.ts';
import { isPrivate } from '../kind.ts';
import type { OfferInfo } from '../records.ts';
import { acceptBlocks, type OfferPdfRecords, offerBlocks, offerFooter } from './content.ts';
import type { DocumentDeps } from './obtain.ts';

export async function readPdfRecords(scope: OrgTransaction, offer: OfferRow): Promise<OfferPdfRecords> {
  const [organization] = await scope.query<RowOf<'organization', 'name' | 'info'>>({
    name: 'seller_of_offer',
    text: 'SELECT name, info FROM organization WHERE organization_id = $1',
    values: [scope.organizationId],
  });
  const info = JSON.parse(offer.info) as OfferInfo;
  const buyer = offer.buyer_id ? await findBuyer(scope, offer.buyer_id) : undefined;
  return {
    offer,
    info,
    product: offer.product_id ? await findProduct(scope, offer.product_id) : undefined,
    buyer: buyer && partyOfBuyer(buyer, info.taxIds),
    seller: issuerOf(organization),
  };
}

/** Writes the PDF of an offer for its buyer. The bytes are the same for the same record. */
export function offerPdf(printed: OfferPdfRecords, at: Date, log: Logger): Promise<Buffer> {
  const title = printed.offer.name ?? printed.offer.id;
  const footer = { text: offerFooter(printed), page: 'Page {page} of {pages}', title };
  return writePdf([...offerBlocks(printed), ...acceptBlocks(printed)], { title, at, footer, log });
}

export const pdfPath = '/public/offer/{offerId}/pdf';

/** Creates signed links to the PDF of an offer. A signed link can be opened without a token. */
export const createOfferPdfLinks = (deps: { vault: Vault; baseUrl: () => string }) =>
  createSignedLinks(deps, { purpose: 'offer pdf', path: pdfPath.replace('{offerId}', '{id}') });

type PdfLinks = SignedLinks;

/** Dependencies of the documents of offers. */
export type OfferDocuments = Pick<DocumentDeps, 'files' | 'log'> & { pdfLinks: PdfLinks };

/** Creates the address of the PDF for the record of a submitted offer; undefined for public offers. */
export const pdfUrlOf = (
  links: PdfLinks,
  scope: OrgScope,
  offer: Pick<OfferRow, 'id' | 'offer_type'>,
): { pdfURL?: string } => {
  if (!isPrivate(offer.offer_type)) return {};
  const until = new Date(scope.wallNow.getTime() + keptForMs);
  return { pdfURL: links.link({ organizationId: scope.organizationId, id: offer.id }, until) };
};
