import { z } from 'zod';
import { answeredForMs, documentHeaders } from '../../files/index.ts';
import type { InOrganization, OrgScope } from '../../platform/access/scope.ts';
import { type Answer, type Batch, route, type WithParameters } from '../../platform/http/route.ts';
import { maskAddress } from '../../platform/secrets/masked-address.ts';
import { linkErrors, linkParameters } from '../../platform/secrets/signed-links.ts';
import type { OfferRow } from '../columns.ts';
import { offerErrors } from '../errors.ts';
import { isPrivate } from '../kind.ts';
import { findOffer, selectOffer } from '../store.ts';
import { ownFileId } from './obtain.ts';
import { type OfferDocuments, offerPdf, pdfPath, readPdfRecords } from './pdf.ts';
import { unsettled } from './settle.ts';
import { type Party, parties } from './sources.ts';

export type PdfDeps = { inOrganization: InOrganization; now: () => Date };

type Deps = PdfDeps & { documents: OfferDocuments };

const notFound = offerErrors.offer_not_found.definition;

const common = {
  method: 'GET',
  group: 'Offer',
  access: 'offers:read',
  response: z.string(),
} as const;

const agreement = {
  ...common,
  errors: [notFound, offerErrors.offer_eula_unavailable.definition],
  responseExample: 'https://example.com/terms.pdf',
} as const;

const format = z.enum(['JSON', 'string']).optional().meta({
  default: 'string',
  description: '`string` returns the address, `JSON` the text of a JSON object with the address.',
});

/** Routes of the documents of an offer. */
export const documentRoutes = (deps: Deps) => [
  route({
    ...agreement,
    path: '/org/{orgId}/offer/{offerId}/eula',
    operationId: 'getOfferEula',
    summary: 'Get the address of the license agreement of an offer',
    description:
      'For an agreement of several documents, returns the merged document. The address of a file of the service is valid ' +
      'for an hour. Standard agreements belong to the marketplace and have no address. Callers without offers:write ' +
      'receive other addresses with masked secrets.',
    query: z.object({ format }),
    responseDescription: 'The address of the agreement',
    run: {
      kind: 'batch',
      batch: (scope, request) =>
        agreementBatch(deps.documents, scope, request, 'buyer', request.query.format === 'JSON'),
    },
  }),
  route({
    ...agreement,
    path: '/org/{orgId}/offer/{offerId}/resellerEula',
    operationId: 'getOfferResellerEula',
    summary: 'Get the address of the license agreement with the reseller of an offer',
    responseDescription: 'The address of the agreement',
    run: {
      kind: 'batch',
      batch: (scope, request) => agreementBatch(deps.documents, scope, request, 'reseller', false),
    },
  }),
  route({
    ...common,
    path: '/org/{orgId}/offer/{offerId}/pdf',
    operationId: 'getOfferPdf',
    summary: 'Get the address of an offer as PDF',
    description:
      'The address is valid for an hour. The PDF contains the offer as of the time of the request.',
    errors: [notFound],
    responseExample:
      'https://tradepost.example/public/offer/ofr_01m7z53rfeexsaxs9hq5zzmybg/pdf?organization=…',
    responseDescription: 'The address of the PDF',
    run: {
      kind: 'batch',
      batch: (scope, request) =>
        ofOffer(scope, request, ({ id }) => {
          const until = new Date(scope.wallNow.getTime() + answeredForMs);
          return deps.documents.pdfLinks.link({ organizationId: scope.organizationId, id }, until);
        }),
    },
  }),
  route({
    method: 'GET',
    path: pdfPath,
    operationId: 'downloadOfferPdf',
    group: 'Offer',
    summary: 'Get an offer as PDF by a signed link',
    access: 'public',
    hidden: true,
    query: linkParameters,
    response: z.string(),
    responseDescription: 'The PDF',
    errors: [linkErrors.link_invalid.definition, linkErrors.link_expired.definition, notFound],
    run: {
      kind: 'plain',
      handle: ({ params, query, requestId }) => printOffer(deps, params.offerId, query, requestId),
    },
  }),
];

type OfferRequest = WithParameters<'offerId'>;

const ofOffer = (scope: OrgScope, { params }: OfferRequest, answer: (offer: OfferRow) => string): Batch => ({
  statements: [selectOffer(scope, params.offerId)],
  respond: ([rows]) => {
    const offer = rows?.[0] as OfferRow | undefined;
    if (!offer || offer.status === 'DELETED') throw offerErrors.offer_not_found();
    return { body: answer(offer) };
  },
});

function agreementBatch(
  documents: OfferDocuments,
  scope: OrgScope,
  request: OfferRequest,
  party: Party,
  asJson: boolean,
): Batch {
  return ofOffer(scope, request, (offer) => {
    const eulaType = JSON.parse(offer.info)[parties[party].type] as string | undefined;
    const url = addressOf(documents, scope, offer, party);
    return asJson ? JSON.stringify({ url, eulaType }) : url;
  });
}

/**
 * Returns the address of a license agreement.
 * @throws 400 with the reason if the agreement has no address
 */
function addressOf(documents: OfferDocuments, scope: OrgScope, offer: OfferRow, party: Party): string {
  const terms = { info: JSON.parse(offer.info), metaInfo: JSON.parse(offer.meta_info) };
  const { type, url: name } = parties[party];
  if (unsettled(documents, terms).includes(party))
    throw offerErrors.offer_eula_unavailable(
      'The documents of the agreement are not merged yet. They are merged when the offer is created.',
    );
  const url = terms.info[name] as string | undefined;
  if (!url)
    throw offerErrors.offer_eula_unavailable(
      terms.info[type] ? `The agreement ${terms.info[type]} has no document.` : undefined,
    );
  const id = ownFileId(documents.files, url);
  if (id === undefined) return scope.permissions.has('offers:write') ? url : maskAddress(url);
  const until = new Date(scope.wallNow.getTime() + answeredForMs);
  return documents.files.links.link({ organizationId: scope.organizationId, id }, until);
}

/** Writes the PDF of an offer from its current record, dated by its last change. */
async function printOffer(
  { documents, inOrganization, now }: Deps,
  offerId: string,
  query: z.output<typeof linkParameters>,
  requestId: string,
): Promise<Answer> {
  const { organizationId, id } = documents.pdfLinks.open(offerId, query, now());
  const found = await inOrganization(organizationId, requestId, async (scope) => {
    const offer = await findOffer(scope, id);
    if (!offer || offer.status === 'DELETED' || !isPrivate(offer.offer_type)) return undefined;
    return { offer, printed: await readPdfRecords(scope, offer) };
  });
  if (!found?.printed) throw offerErrors.offer_not_found();
  const { offer, printed } = found;
  const headers = documentHeaders({ name: `offer-${offer.id}.pdf`, content_type: 'application/pdf' });
  return { headers, body: await offerPdf(printed, new Date(offer.last_update_time), documents.log) };
}
