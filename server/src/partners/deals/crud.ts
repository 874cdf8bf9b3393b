import { z } from 'zod';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { invalid } from '../../platform/errors.ts';
import { readRoute } from '../../platform/http/read-route.ts';
import { route } from '../../platform/http/route.ts';
import { listBatch } from '../../platform/lists/list-answer.ts';
import { pageParameters } from '../../platform/lists/pagination.ts';
import { productErrors } from '../../products/index.ts';
import { lockChannelPartnerForReference } from '../channel-partners/index.ts';
import { partnerErrors } from '../errors.ts';
import { requireProducts } from '../products.ts';
import { type DealRow, dealColumns, encodeDeal } from './columns.ts';
import { common, condition, group, notFound, path, pathOfOne, show, state, stateError } from './command.ts';
import { DealRegistration, DealRegistrationStatus, UpdateDealRegistrationParams } from './records.ts';
import { dealFieldsOf, isAnother } from './rules.ts';
import { editable, firstState, isOpen } from './states.ts';
import { changeDeal, createDealRow, removeDeal, requireDeal, selectDeal } from './store.ts';

/**
 * Creates a draft.
 * @throws 400 for invalid fields; 404 for an unknown channel partner or product
 */
export async function createDeal(scope: OrgTransaction, given: DealRegistration): Promise<DealRow> {
  const { channelPartnerId } = given;
  if (!channelPartnerId) throw invalid([{ pointer: '/channelPartnerId', message: 'is required' }]);
  const values = dealFieldsOf(given);
  await lockChannelPartnerForReference(scope, channelPartnerId);
  await requireProducts(scope, values.product_ids);
  return createDealRow(scope, channelPartnerId, values);
}

/**
 * Changes a deal registration; absent fields keep their value. Customer and products cannot change while a
 * decision is pending or after an approval.
 * @throws 400 for invalid fields, 404 for an unknown record, 409 when the status does not allow the change
 */
export async function updateDeal(
  scope: OrgTransaction,
  id: string,
  given: UpdateDealRegistrationParams,
): Promise<DealRow> {
  const before = await requireDeal(scope, id);
  if (!isOpen(before.status)) throw stateError(before, 'can no longer be changed');
  const values = dealFieldsOf(given, before);
  if (!editable.includes(before.status) && isAnother(before, values))
    throw stateError(before, 'must keep its customer and products');
  await requireProducts(
    scope,
    values.product_ids.filter((product) => !before.product_ids.includes(product)),
  );
  return changeDeal(scope, before, 'UPDATE', values);
}

/**
 * Deletes a draft; a registration that was submitted can only be withdrawn.
 * @throws 404 for an unknown registration, 409 after its submission
 */
async function deleteDeal(scope: OrgTransaction, id: string): Promise<void> {
  const deal = await requireDeal(scope, id);
  if (deal.status !== firstState) throw stateError(deal, 'cannot be deleted; withdraw it instead');
  await removeDeal(scope, deal);
}

const serverOwned = [
  'id',
  'organizationID',
  'status',
  'closeMessage',
  'closeTime',
  'createdBy',
  'creationTime',
  'decidedBy',
  'decisionMessage',
  'decisionTime',
  'entitlementID',
  'hasConflict',
  'lastUpdateTime',
  'offerID',
  'overriddenBy',
  'overrideReason',
  'protectedProductIds',
  'protectionEndTime',
  'submissionTime',
  'submittedBy',
];

const listParameters = z.object({
  status: DealRegistrationStatus.optional(),
  channelPartnerId: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'Only deal registrations of this channel partner' }),
  ...pageParameters(),
});

export const listDealsRoute = route({
  method: 'GET',
  path,
  operationId: 'listDealRegistrations',
  group,
  summary: 'List deal registrations',
  description: 'In order of creation time and id.',
  access: 'deals:read',
  query: listParameters,
  response: z.array(DealRegistration),
  responseDescription: 'The deal registrations',
  run: {
    kind: 'batch',
    batch: (scope, request) =>
      listBatch(scope, request, {
        table: 'deal_registration',
        columns: dealColumns,
        filters: { status: request.query.status, channel_partner_id: request.query.channelPartnerId },
        encode: encodeDeal,
      }),
  },
});

export const getDealRoute = readRoute({
  ...common,
  path: pathOfOne,
  operationId: 'getDealRegistration',
  summary: 'Get a deal registration',
  access: 'deals:read',
  select: (scope, { dealRegistrationId }) => selectDeal(scope, dealRegistrationId),
  notFound: partnerErrors.deal_registration_not_found,
  encode: encodeDeal,
});

export const createDealRoute = route({
  ...common,
  method: 'POST',
  path,
  operationId: 'createDealRegistration',
  summary: 'Create a deal registration',
  description: 'Creates a draft. Only the channel partner is required.',
  access: 'deals:write',
  body: DealRegistration,
  serverSetFields: serverOwned,
  example: {
    channelPartnerId: 'chp_01m7z53qrwf3raysksbfq2fp2q',
    customer: { name: 'Fjord Foods', domain: 'fjord-foods.example', country: 'NO' },
    productIds: ['prd_01m7z53qs0f0vbxn3m9y6gk8r2'],
    amount: 48000,
    currency: 'USD',
    expectedCloseDate: '2027-06-30',
  },
  quota: 'dealRegistrations',
  errors: [partnerErrors.channel_partner_not_found.definition, productErrors.product_not_found.definition],
  run: { kind: 'transaction', handle: async (scope, { body }) => show(await createDeal(scope, body)) },
});

export const updateDealRoute = route({
  ...common,
  method: 'PATCH',
  path: pathOfOne,
  operationId: 'updateDealRegistration',
  condition,
  summary: 'Change a deal registration',
  description:
    'Absent fields keep their value, lists are replaced, null removes a field. Customer and products can ' +
    'change in DRAFT and ACTION_REQUIRED only, the other fields until the registration ends.',
  access: 'deals:write',
  body: UpdateDealRegistrationParams,
  serverSetFields: [...serverOwned, 'channelPartnerId'],
  example: { amount: 52000 },
  errors: [notFound, state, productErrors.product_not_found.definition],
  run: {
    kind: 'transaction',
    handle: async (scope, { params, body }) => show(await updateDeal(scope, params.dealRegistrationId, body)),
  },
});

export const deleteDealRoute = route({
  method: 'DELETE',
  path: pathOfOne,
  operationId: 'deleteDealRegistration',
  condition,
  group,
  summary: 'Delete the draft of a deal registration',
  description: 'A registration that was submitted can only be withdrawn.',
  access: 'deals:write',
  response: z.string(),
  responseDescription: 'The id of the deal registration',
  errors: [notFound, state],
  run: {
    kind: 'transaction',
    handle: async (scope, { params }) => {
      await deleteDeal(scope, params.dealRegistrationId);
      return { body: params.dealRegistrationId };
    },
  },
});
