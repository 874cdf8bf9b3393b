import { z } from 'zod';
import { buyerErrors, selectContact } from '../buyers/index.ts';
import { Partner, partnerParameter } from '../marketplaces/index.ts';
import { readRoute } from '../platform/http/read-route.ts';
import { route } from '../platform/http/route.ts';
import { type List, listBatch } from '../platform/lists/list-answer.ts';
import type { FiltersOf, Link } from '../platform/lists/list-query.ts';
import { listUnderRoute } from '../platform/lists/list-under.ts';
import { narrowingParameters, severalOf } from '../platform/lists/narrowing.ts';
import { pageParameters } from '../platform/lists/pagination.ts';
import { sortParameter } from '../platform/lists/sorting.ts';
import { fieldNames } from '../platform/records/encode.ts';
import { normalizeCrmId, productErrors, selectProduct } from '../products/index.ts';
import { approvalStatuses } from '../products/records/index.ts';
import { encodeOffer, narrowOffer, offerColumns, offerSorts } from './columns.ts';
import { offerErrors } from './errors.ts';
import { offerExample } from './examples.ts';
import { OfferStatus, WorkloadOffer } from './records.ts';
import { selectOffer, selectOfferByExternalId } from './store.ts';

export const getOfferRoute = () =>
  readRoute({
    path: '/org/{orgId}/offer/{offerId}',
    operationId: 'getOffer',
    group: 'Offer',
    summary: 'Get an offer',
    access: 'offers:read',
    response: WorkloadOffer,
    responseExample: offerExample,
    responseDescription: 'The offer',
    select: (scope, { offerId }) => selectOffer(scope, offerId),
    notFound: offerErrors.offer_not_found,
    shows: ({ status }) => status !== 'DELETED',
    encode: encodeOffer,
  });

export const getOfferByExternalIdRoute = () =>
  readRoute({
    path: '/org/{orgId}/offerExternalId/{offerExternalId}',
    operationId: 'getOfferByExternalId',
    group: 'Offer',
    summary: 'Get an offer by its identifier at the marketplace',
    description: 'If two marketplaces use the same identifier, returns the offer that was created first.',
    access: 'offers:read',
    response: WorkloadOffer,
    responseDescription: 'The offer',
    select: (scope, { offerExternalId }) => selectOfferByExternalId(scope, offerExternalId),
    notFound: offerErrors.offer_not_found,
    encode: encodeOffer,
  });

export const listOffersRoute = () =>
  route({
    method: 'GET',
    path: '/org/{orgId}/offer',
    operationId: 'listOffers',
    group: 'Offer',
    summary: 'List offers',
    description:
      'Ordered by creation time and id, unless sort names a field. Deleted offers are included only when filtered by that status.',
    access: 'offers:read',
    query: listParameters,
    response: z.array(WorkloadOffer),
    responseDescription: 'The offers',
    run: {
      kind: 'batch',
      batch: (scope, request) => {
        const { query } = request;
        const filters = {
          status: query.status,
          partner: query.partner,
          offer_type: query.offerType,
          product_id: query.productId,
          approval_status: query.approvalStatus,
          crm_b_deal_id: query.crmBDealId,
          crm_a_opportunity_id: query.crmAOpportunityId,
          crm_a_account_id: query.crmAAccountId,
          crm_a_quote_id: query.crmAQuoteId,
          crm_c_opportunity_id: query.crmCOpportunityId && normalizeCrmId(query.crmCOpportunityId),
        } satisfies FiltersOf<'offer'>;
        const links = [ofContact(query.contactId)];
        return listBatch(scope, request, listOf({ filters, links, orderedLink: ofBuyer(query.buyerId) }));
      },
    },
  });

const text = (description: string) => z.string().max(200).optional().meta({ description });

const listParameters = z.object({
  status: severalOf(OfferStatus, 'Only offers in one of these states'),
  partner: Partner.optional(),
  offerType: text('Only offers of this type'),
  productId: text('Only offers of this product'),
  buyerId: text('Only offers to this buyer: its buyerID, or one of metaInfo.buyerIds'),
  contactId: text('Only offers linked to this contact'),
  crmBDealId: text('Only offers linked to this deal of CRM B'),
  crmAOpportunityId: text('Only offers linked to this opportunity of CRM A'),
  crmAAccountId: text('Only offers linked to this account of CRM A'),
  crmAQuoteId: text('Only offers linked to this quote of CRM A'),
  crmCOpportunityId: text('Only offers linked to this opportunity of CRM C'),
  approvalStatus: z.enum(approvalStatuses).optional().meta({
    description: 'Only offers with this approval status; Submitted lists offers that wait for approval',
  }),
  ...narrowingParameters(
    'Matches part of the name, ignoring case, or the beginning of the id or externalID.',
    fieldNames(offerColumns),
  ),
  ...sortParameter(offerSorts),
  ...pageParameters(),
});

const listOf = (list: Pick<List<'offer'>, 'filters' | 'links' | 'orderedLink'>): List<'offer'> => ({
  ...list,
  table: 'offer',
  columns: offerColumns.map(([, column]) => column),
  hiddenStatus: 'DELETED',
  encode: encodeOffer,
  slim: narrowOffer,
  sorts: offerSorts,
  searched: { noun: 'offer', within: ['name'], begins: ['external_id'] },
});

const ofContact = (contactId: string | undefined): Link => ({
  table: 'offer_contact',
  column: 'offer_id',
  match: { contact_id: contactId },
});

/** Link to the buyer of the offer and the buyers in the offer's meta info. */
const ofBuyer = (buyerId: string | undefined): Link => ({
  table: 'offer_buyer',
  column: 'offer_id',
  match: { buyer_id: buyerId },
});

const narrowed = {
  group: 'Offer',
  description: 'Ordered by creation time and id, without deleted offers.',
  access: 'offers:read',
  query: z.object(pageParameters()),
  response: z.array(WorkloadOffer),
  responseDescription: 'The offers',
} as const;

/** Routes for existing clients that list the offers of another record. */
export const listsByOther = () => [
  listUnderRoute({
    ...narrowed,
    path: '/org/{orgId}/contact/{contactId}/offer',
    operationId: 'listOffersByContact',
    summary: 'List the offers of a contact',
    parent: {
      select: (scope, { contactId }) => selectContact(scope, contactId),
      missing: buyerErrors.contact_not_found,
    },
    list: (_scope, { params }) => listOf({ filters: {}, links: [ofContact(params.contactId)] }),
  }),
  route({
    ...narrowed,
    method: 'GET',
    path: '/org/{orgId}/partner/{partner}/offer',
    operationId: 'listOffersByPartner',
    summary: 'List the offers of a partner',
    run: {
      kind: 'batch',
      batch: (scope, request) => {
        const filters = { partner: partnerParameter(request.params.partner) };
        return listBatch(scope, request, listOf({ filters }));
      },
    },
  }),
  listUnderRoute({
    ...narrowed,
    path: '/org/{orgId}/product/{productId}/offer',
    operationId: 'listOffersByProduct',
    summary: 'List the offers of a product',
    parent: {
      select: (scope, { productId }) => selectProduct(scope, productId),
      missing: productErrors.product_not_found,
    },
    list: (_scope, { params }) => listOf({ filters: { product_id: params.productId } }),
  }),
];
