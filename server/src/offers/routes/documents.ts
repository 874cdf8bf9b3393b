import { z } from 'zod';
import { answeredForMs, documentHeaders } from '../../files/index.ts';
import type { InOrganization, OrgScope } from '../../platform/access/scope.ts';
import { type Answer, type Batch, route, type WithParameters } from '../../platform/http/route.ts';
import { maskAddress } from '../../platform/secrets/masked-address.ts';
import { linkErrors, linkParameters } from '../../platform/secrets/signed-links.ts';
import type { OfferRow } from '../columns.ts';
import type { OfferDocuments } from '../documents/index.ts';
import {
  offerPdf,
  ownFileId,
  type Party,
  parties,
  pdfPath,
  readPrinted,
  unsettled,
} from '../documents/index.ts';
import { offerErrors } from '../errors.ts';
import { isPrivate } from '../row-conversion.ts';
import { findOffer, selectOffer } from '../store.ts';

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
  description: '`string`: the address. `JSON`: the text of a JSON object with the address.',
});

/** The routes of the documents of an offer. */
export const documentRoutes = (deps: Deps) => [
  route({
    ...agreement,
    path: '/org/{orgId}/offer/{offerId}/eula',
    operationId: 'getOfferEula',
    summary: 'Get the address of the license agreement of an offer',
    description:
      'Of several documents the one that they were merged into. The address of a file of the service is good for an ' +
      'hour. A standard agreement is the marketplace’s, and has no address here. Who may not write offers is shown other ' +
      'addresses without what is secret in them.',
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
    description: 'It is good for an hour, and shows the offer as it is when it is opened.',
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
    summary: 'An offer as PDF, by a link that is good for a time',
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

type OfOffer = WithParameters<'offerId'>;

const ofOffer = (scope: OrgScope, { params }: OfOffer, answer: (offer: OfferRow) => string): Batch => ({
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
  request: OfOffer,
  party: Party,
  asJson: boolean,
): Batch {
  return ofOffer(scope, request, (offer) => {
    const eulaType = JSON.parse(offer.info)[parties[party].type] as string | undefined;
    const url = addressOf(documents, scope, offer, party);
    return asJson ? JSON.stringify({ url, eulaType }) : url;
  });
}

/** @throws 400 that says why there is none */
function addressOf(documents: OfferDocuments, scope: OrgScope, offer: OfferRow, party: Party): string {
  const terms = { info: JSON.parse(offer.info), metaInfo: JSON.parse(offer.meta_info) };
  const { type, url: name } = parties[party];
  if (unsettled(documents, terms).includes(party))
    throw offerErrors.offer_eula_unavailable(
      'Its documents are merged when the offer is created, and have not been yet.',
    );
  const url = terms.info[name] as string | undefined;
  if (!url)
    throw offerErrors.offer_eula_unavailable(
      terms.info[type] ? `The agreement is ${terms.info[type]}, and has no document here.` : undefined,
    );
  const id = ownFileId(documents.files, url);
  if (id === undefined) return scope.permissions.has('offers:write') ? url : maskAddress(url);
  const until = new Date(scope.wallNow.getTime() + answeredForMs);
  return documents.files.links.link({ organizationId: scope.organizationId, id }, until);
}

/** Prints an offer as PDF: as the record is at this moment, and dated by its last change. */
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
    return { offer, printed: await readPrinted(scope, offer) };
  });
  if (!found?.printed) throw offerErrors.offer_not_found();
  const { offer, printed } = found;
  const headers = documentHeaders({ name: `offer-${offer.id}.pdf`, content_type: 'application/pdf' });
  return { headers, body: await offerPdf(printed, new Date(offer.last_update_time), documents.log) };
}
