import { z } from 'zod';
import { buyerErrors, selectContact } from '../../buyers/index.ts';
import { Partner, partnerParameter } from '../../marketplaces/index.ts';
import type { OrgScope } from '../../platform/access/scope.ts';
import { type Plan, RawJson, type RouteRequest, route } from '../../platform/http/route.ts';
import { type List, listPlan } from '../../platform/lists/list-answer.ts';
import { type PageParameters, pageParameters } from '../../platform/lists/pagination.ts';
import { productErrors, selectProduct } from '../../products/index.ts';
import { approvalStatuses } from '../../products/records/index.ts';
import { encodeOffer, offerColumns } from '../columns.ts';
import type { OfferDeps } from '../commands/index.ts';
import { createOffer, lookUp, repeatOffer, submission } from '../commands/index.ts';
import { offerErrors } from '../errors.ts';
import { offerExample, offerRequestExample } from '../examples.ts';
import { normalizeCrmId, serverOwnedFields } from '../prepare/index.ts';
import { OfferStatus, WorkloadOffer } from '../records.ts';
import { selectOffer } from '../store.ts';
import { approvalRoutes } from './approval.ts';
import { changeRoutes } from './changes.ts';
import { cloneRoutes } from './clone.ts';
import { documentRoutes, type PdfDeps } from './documents.ts';
import { draftRoutes } from './drafts.ts';
import { lifeRoutes } from './life.ts';

export type OfferRouteDeps = OfferDeps & PdfDeps;

const text = (description: string) => z.string().max(200).optional().meta({ description });

const listParameters = z.object({
  status: OfferStatus.optional(),
  partner: Partner.optional(),
  offerType: text('Only offers of this type'),
  productId: text('Only offers of this product'),
  buyerId: text('Only offers to this buyer: its buyerID, or one of metaInfo.buyerIds'),
  contactId: text('Only offers that name this contact'),
  crmBDealId: text('Only offers linked to this deal of CRM B'),
  crmAOpportunityId: text('Only offers linked to this opportunity of CRM A'),
  crmAAccountId: text('Only offers linked to this account of CRM A'),
  crmAQuoteId: text('Only offers linked to this quote of CRM A'),
  crmCOpportunityId: text('Only offers linked to this opportunity of CRM C'),
  approvalStatus: z
    .enum(approvalStatuses)
    .optional()
    .meta({ description: 'Only offers whose approval is so; Submitted shows what waits for its approval' }),
  ...pageParameters(),
});

const offerPage = (
  scope: OrgScope,
  request: RouteRequest<PageParameters>,
  list: Pick<List, 'filters' | 'links' | 'orderedLink' | 'under'>,
): Plan =>
  listPlan(scope, request, {
    ...list,
    table: 'offer',
    columns: offerColumns.map(([, column]) => column),
    hiddenStatus: 'DELETED',
    encode: encodeOffer,
  });

const ofContact = (contactId: string | undefined) => ({
  table: 'offer_contact' as const,
  column: 'offer_id',
  match: { contact_id: contactId },
});

/** The buyer that the offer is made to, and those that its meta info lists. */
const ofBuyer = (buyerId: string | undefined) => ({
  table: 'offer_buyer' as const,
  column: 'offer_id',
  match: { buyer_id: buyerId },
});

const narrowed = {
  method: 'GET',
  group: 'Offer',
  description: 'In order of creation time and id, without deleted ones.',
  access: 'offers:read',
  query: z.object(pageParameters()),
  response: z.array(WorkloadOffer),
  responseDescription: 'The offers',
} as const;

/** Lists of what belongs to another record, as clients of earlier versions ask for them. */
const listsByOther = () => [
  route({
    ...narrowed,
    path: '/org/{orgId}/contact/{contactId}/offer',
    operationId: 'listOffersByContact',
    summary: 'List the offers of a contact',
    errors: [buyerErrors.contact_not_found.definition],
    run: {
      kind: 'plan',
      plan: (scope, request) => {
        const id = request.params.contactId;
        return offerPage(scope, request, {
          filters: {},
          links: [ofContact(id)],
          under: { statement: selectContact(scope, id), missing: () => buyerErrors.contact_not_found() },
        });
      },
    },
  }),
  route({
    ...narrowed,
    path: '/org/{orgId}/partner/{partner}/offer',
    operationId: 'listOffersByPartner',
    summary: 'List the offers of a partner',
    run: {
      kind: 'plan',
      plan: (scope, request) =>
        offerPage(scope, request, { filters: { partner: partnerParameter(request.params.partner) } }),
    },
  }),
  route({
    ...narrowed,
    path: '/org/{orgId}/product/{productId}/offer',
    operationId: 'listOffersByProduct',
    summary: 'List the offers of a product',
    errors: [productErrors.product_not_found.definition],
    run: {
      kind: 'plan',
      plan: (scope, request) => {
        const id = request.params.productId;
        return offerPage(scope, request, {
          filters: { product_id: id },
          under: { statement: selectProduct(scope, id), missing: () => productErrors.product_not_found() },
        });
      },
    },
  }),
];

export const offerRoutes = (deps: OfferRouteDeps) => [
  route({
    method: 'POST',
    path: '/org/{orgId}/offer',
    operationId: 'createOffer',
    group: 'Offer',
    summary: 'Create a private offer',
    description:
      'The offer is created at the marketplace by a job: the answer is PENDING_CREATE, and a direct sale is ' +
      'PENDING_ACCEPTANCE at once. The same body from the same caller within 60 seconds has the first answer, and ' +
      'makes no second offer. With the id of a draft that draft is submitted, and keeps its id: a field of the body ' +
      'stands in the place of the draft’s. A draft that was submitted within the last 60 seconds by another body, or by ' +
      'another caller, is a 409: one draft makes one offer. Any other id is ignored. Where the organization has offers approved, only a ' +
      'draft that is Approved can be submitted, as it stands.',
    access: 'offers:write',
    body: WorkloadOffer,
    bodyRequired: true,
    ignored: serverOwnedFields,
    meant: ['id'],
    deduplicates: true,
    example: offerRequestExample,
    quota: 'offers',
    // A draft that is submitted is counted already.
    whenFull: async (scope, request) =>
      (await repeatOffer(scope, request.bodyHash())) ?? (await submission(deps, request)?.(scope)),
    response: WorkloadOffer,
    responseDescription: 'The offer',
    errors: [offerErrors.offer_not_approved.definition, offerErrors.offer_state.definition],
    run: {
      kind: 'plan',
      plan: (scope, request) => createOffer(scope, deps.documents, request.body, request.bodyHash()),
      outside: (request) => lookUp(deps, request),
      first: (request) => submission(deps, request),
    },
  }),
  route({
    method: 'GET',
    path: '/org/{orgId}/offer',
    operationId: 'listOffers',
    group: 'Offer',
    summary: 'List offers',
    description: 'In order of creation time and id. Deleted offers are shown when asked for by status.',
    access: 'offers:read',
    query: listParameters,
    response: z.array(WorkloadOffer),
    responseDescription: 'The offers',
    run: {
      kind: 'plan',
      plan: (scope, request) => {
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
        };
        return offerPage(scope, request, {
          filters,
          links: [ofContact(query.contactId)],
          orderedLink: ofBuyer(query.buyerId),
        });
      },
    },
  }),
  route({
    method: 'GET',
    path: '/org/{orgId}/offer/{offerId}',
    operationId: 'getOffer',
    group: 'Offer',
    summary: 'Get an offer',
    access: 'offers:read',
    response: WorkloadOffer,
    responseExample: offerExample,
    responseDescription: 'The offer',
    errors: [offerErrors.offer_not_found.definition],
    run: {
      kind: 'plan',
      plan: (scope, request) => ({
        statements: [selectOffer(scope, request.params.offerId)],
        respond: ([rows]) => {
          const row = rows?.[0];
          if (!row || row.status === 'DELETED') throw offerErrors.offer_not_found();
          return { body: new RawJson(encodeOffer(row)) };
        },
      }),
    },
  }),
  ...draftRoutes(deps),
  ...approvalRoutes(),
  ...cloneRoutes(),
  ...lifeRoutes(deps),
  ...changeRoutes(deps),
  ...documentRoutes(deps),
  ...listsByOther(),
];
export { contactLinkRoutes } from './contacts.ts';
