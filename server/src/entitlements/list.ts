import { z } from 'zod';
import { buyerErrors, selectBuyerId } from '../buyers/index.ts';
import { Partner, partnerParameter } from '../marketplaces/index.ts';
import { offerErrors, selectOffer } from '../offers/index.ts';
import type { OrgScope } from '../platform/access/scope.ts';
import { route } from '../platform/http/route.ts';
import { type List, listBatch } from '../platform/lists/list-answer.ts';
import type { FiltersOf, Link } from '../platform/lists/list-query.ts';
import { listUnderRoute } from '../platform/lists/list-under.ts';
import { narrowingParameters, severalOf } from '../platform/lists/narrowing.ts';
import { pageParameters } from '../platform/lists/pagination.ts';
import { sortParameter } from '../platform/lists/sorting.ts';
import { fieldNames } from '../platform/records/encode.ts';
import { normalizeCrmId, productErrors, selectProduct } from '../products/index.ts';
import { entitlementColumns, entitlementSorts, narrowEntitlement } from './columns.ts';
import type { EntitlementPages } from './page-links.ts';
import { EntitlementStatus, WorkloadEntitlement } from './records.ts';

type ListDeps = { pages: EntitlementPages };

const text = (description: string) => z.string().max(200).optional().meta({ description });

const listParameters = z.object({
  offerId: text('Only entitlements under this offer'),
  productId: text('Only entitlements to this product'),
  buyerId: text(
    'Only entitlements of this buyer, including entitlements that list the buyer in metaInfo.buyerIds',
  ),
  buyerAccountId: text('Only entitlements of this account on marketplace A'),
  contactId: text('Only entitlements under offers that name this contact'),
  partner: Partner.optional(),
  status: severalOf(EntitlementStatus, 'Only entitlements in one of these states'),
  externalId: text('Only the entitlement whose current or earlier agreement has this id at the marketplace'),
  crmAAccountId: text('Only entitlements linked to this account in CRM A'),
  crmAOpportunityId: text('Only entitlements linked to this opportunity in CRM A'),
  crmAQuoteId: text('Only entitlements linked to this quote in CRM A'),
  crmBDealId: text('Only entitlements linked to this deal in CRM B'),
  crmCOpportunityId: text('Only entitlements linked to this opportunity of CRM C'),
  ...narrowingParameters(
    'Text in the name (ignoring case), or start of the id or externalID.',
    fieldNames(entitlementColumns),
  ),
  ...sortParameter(entitlementSorts),
  ...pageParameters(),
});

/** List of entitlements, each with the link to its page. */
const listOf = (
  scope: OrgScope,
  pages: EntitlementPages,
  list: Pick<List<'entitlement'>, 'filters' | 'links' | 'orderedLink' | 'named'>,
): List<'entitlement'> => ({
  ...list,
  table: 'entitlement',
  columns: [...entitlementColumns.map(([, column]) => column), 'spa_version'],
  sorts: entitlementSorts,
  hiddenStatus: 'DELETED',
  encode: (row) => pages.show(scope, row),
  slim: (fields) => {
    const { columns, encode } = narrowEntitlement(fields);
    if (!fields.includes('info')) return { columns, encode };
    return { columns: [...columns, 'spa_version'], encode: (row) => pages.show(scope, row, encode) };
  },
  searched: { noun: 'entitlement', within: ['name'], begins: ['external_id'] },
});

const all = ({ pages }: ListDeps) =>
  route({
    method: 'GET',
    path: '/org/{orgId}/entitlement',
    operationId: 'listEntitlements',
    group: 'Entitlement',
    summary: 'List entitlements',
    description:
      'In order of creation time and id, unless sort names a field. Deleted entitlements are listed only if the filter names their status.',
    access: 'entitlements:read',
    query: listParameters,
    response: z.array(WorkloadEntitlement),
    responseDescription: 'The entitlements',
    run: {
      kind: 'batch',
      batch: (scope, request) => {
        const { query } = request;
        const filters = {
          offer_id: query.offerId,
          product_id: query.productId,
          buyer_account_id: query.buyerAccountId,
          partner: query.partner,
          status: query.status,
          crm_a_account_id: query.crmAAccountId,
          crm_a_opportunity_id: query.crmAOpportunityId,
          crm_a_quote_id: query.crmAQuoteId,
          crm_b_deal_id: query.crmBDealId,
          crm_c_opportunity_id: query.crmCOpportunityId && normalizeCrmId(query.crmCOpportunityId),
        } satisfies FiltersOf<'entitlement'>;
        const ofContact = {
          table: 'entitlement_contact',
          column: 'entitlement_id',
          match: { contact_id: query.contactId },
        } as const satisfies Link;
        // Matches the buyer of the entitlement, and the buyers in its metaInfo.
        const ofBuyer = {
          table: 'entitlement_buyer',
          column: 'entitlement_id',
          match: { buyer_id: query.buyerId },
        } as const satisfies Link;
        const byAgreement = {
          column: 'external_id',
          value: query.externalId,
          also: {
            table: 'entitlement_agreement',
            column: 'entitlement_id',
            match: { external_id: query.externalId },
          },
        } as const satisfies List<'entitlement'>['named'];
        return listBatch(
          scope,
          request,
          listOf(scope, pages, { filters, links: [ofContact], orderedLink: ofBuyer, named: byAgreement }),
        );
      },
    },
  });

const narrowed = {
  group: 'Entitlement',
  description: 'In order of creation time and id, without deleted entitlements.',
  access: 'entitlements:read',
  query: z.object(pageParameters()),
  response: z.array(WorkloadEntitlement),
  responseDescription: 'The entitlements',
} as const;

/** Lists of the entitlements of another record, for clients of earlier versions. */
const byOther = ({ pages }: ListDeps) => [
  listUnderRoute({
    ...narrowed,
    path: '/org/{orgId}/buyer/{buyerId}/entitlement',
    operationId: 'listEntitlementsByBuyer',
    summary: 'List the entitlements of a buyer',
    description:
      'The buyer’s entitlements in order of creation time and id, without deleted entitlements. The filter buyerId of the list of ' +
      'entitlements also finds entitlements that list the buyer in metaInfo.buyerIds only.',
    parent: {
      select: (scope, { buyerId }) => selectBuyerId(scope, buyerId),
      missing: buyerErrors.buyer_not_found,
    },
    list: (scope, { params }) => listOf(scope, pages, { filters: { buyer_id: params.buyerId } }),
  }),
  listUnderRoute({
    ...narrowed,
    path: '/org/{orgId}/offer/{offerId}/entitlement',
    operationId: 'listEntitlementsByOffer',
    summary: 'List the entitlements under an offer',
    parent: {
      select: (scope, { offerId }) => selectOffer(scope, offerId),
      missing: offerErrors.offer_not_found,
    },
    list: (scope, { params }) => listOf(scope, pages, { filters: { offer_id: params.offerId } }),
  }),
  route({
    ...narrowed,
    method: 'GET',
    path: '/org/{orgId}/partner/{partner}/entitlement',
    operationId: 'listEntitlementsByPartner',
    summary: 'List the entitlements of a partner',
    run: {
      kind: 'batch',
      batch: (scope, request) => {
        const filters = { partner: partnerParameter(request.params.partner) };
        return listBatch(scope, request, listOf(scope, pages, { filters }));
      },
    },
  }),
  listUnderRoute({
    ...narrowed,
    path: '/org/{orgId}/product/{productId}/entitlement',
    operationId: 'listEntitlementsByProduct',
    summary: 'List the entitlements to a product',
    parent: {
      select: (scope, { productId }) => selectProduct(scope, productId),
      missing: productErrors.product_not_found,
    },
    list: (scope, { params }) => listOf(scope, pages, { filters: { product_id: params.productId } }),
  }),
];

export const listRoutes = (deps: ListDeps) => [all(deps), ...byOther(deps)];
