import { keptForMs } from '../../files/index.ts';
import type { OrgScope } from '../../platform/access/scope.ts';
import type { Vault } from '../../platform/secrets/encryption.ts';
import { createSignedLinks, type SignedLinks } from '../../platform/secrets/signed-links.ts';
import type { OfferRow } from '../columns.ts';
import { isPrivate } from '../row-conversion.ts';
import type { DocumentDeps } from './obtain.ts';

export const pdfPath = '/public/offer/{offerId}/pdf';

/** Links to the PDF of an offer, which open without a token. */
export const createOfferPdfLinks = (deps: { vault: Vault; baseUrl: () => string }) =>
  createSignedLinks(deps, { purpose: 'offer pdf', path: pdfPath.replace('{offerId}', '{id}') });

export type PdfLinks = SignedLinks;

/** The dependencies of the documents of offers. */
export type OfferDocuments = Pick<DocumentDeps, 'files' | 'log'> & { pdfLinks: PdfLinks };

/** The address of the PDF that the record of a submitted offer has; public offers have none. */
export const pdfUrlOf = (
  links: PdfLinks,
  scope: OrgScope,
  offer: Pick<OfferRow, 'id' | 'offer_type'>,
): { pdfURL?: string } => {
  if (!isPrivate(offer.offer_type)) return {};
  const until = new Date(scope.wallNow.getTime() + keptForMs);
  return { pdfURL: links.link({ organizationId: scope.organizationId, id: offer.id }, until) };
};
