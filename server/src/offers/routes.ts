import { z } from 'zod';
import { Partner } from '../marketplaces/index.ts';
import { listPlan } from '../platform/list-plan.ts';
import { pageParameters } from '../platform/pagination.ts';
import { RawJson, route } from '../platform/route.ts';
import { encodeOffer, offerColumns } from './columns.ts';
import { offerErrors } from './errors.ts';
import { offerExample, offerRequestExample } from './examples.ts';
import { normalizeCrmId, serverOwnedFields } from './prepare/index.ts';
import { OfferStatus, WorkloadOffer } from './records.ts';
import { createOffer } from './service.ts';
import { selectOffer } from './store.ts';

const text = (description: string) => z.string().max(200).optional().meta({ description });

const listParameters = z.object({
  status: OfferStatus.optional(),
  partner: Partner.optional(),
  offerType: text('Only offers of this type'),
  productId: text('Only offers of this product'),
  buyerId: text('Only offers to this buyer'),
  crmCOpportunityId: text('Only offers linked to this opportunity of CRM C'),
  ...pageParameters(),
});

export const offerRoutes = () => [
  route({
    method: 'POST',
    path: '/org/{orgId}/offer',
    operationId: 'createOffer',
    group: 'Offer',
    summary: 'Create a private offer',
    description:
      'The offer is created at the marketplace by a job: the answer is PENDING_CREATE, and a direct sale is ' +
      'PENDING_ACCEPTANCE at once. The same body from the same caller within 60 seconds has the first answer, and ' +
      'makes no second offer.',
    access: 'offers:write',
    body: WorkloadOffer,
    bodyRequired: true,
    ignored: serverOwnedFields,
    deduplicates: true,
    example: offerRequestExample,
    response: WorkloadOffer,
    responseDescription: 'The offer',
    run: { kind: 'plan', plan: (scope, request) => createOffer(scope, request.body, request.bodyHash()) },
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
          buyer_id: query.buyerId,
          crm_c_opportunity_id: query.crmCOpportunityId && normalizeCrmId(query.crmCOpportunityId),
        };
        return listPlan(scope, request, {
          table: 'offer',
          columns: offerColumns.map(([, column]) => column),
          filters,
          hiddenStatus: 'DELETED',
          encode: encodeOffer,
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
        statements: [selectOffer(scope, request.params.offerId as string)],
        respond: ([rows]) => {
          const row = rows?.[0];
          if (!row) throw offerErrors.offer_not_found();
          return { body: new RawJson(encodeOffer(row)) };
        },
      }),
    },
  }),
];
