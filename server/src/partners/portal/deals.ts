import { z } from 'zod';
import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import type { Row, Statement } from '../../platform/database/statement.ts';
import { readRoute } from '../../platform/http/read-route.ts';
import { lockRows } from '../../platform/http/record-tags.ts';
import { RawJson, route } from '../../platform/http/route.ts';
import { listBatch } from '../../platform/lists/list-answer.ts';
import { pageParameters } from '../../platform/lists/pagination.ts';
import { recordEncoder } from '../../platform/records/encode.ts';
import { productErrors } from '../../products/index.ts';
import {
  closeDeal,
  createDeal,
  customerOf,
  DealRegistrationNote,
  DealRegistrationStatus,
  type DealRow,
  dealColumnList,
  dealColumns,
  editable,
  requireDeal,
  type SelectReferrals,
  stateError,
  submitDeal,
  UpdateDealRegistrationParams,
  updateDeal,
} from '../deals/index.ts';
import { partnerErrors } from '../errors.ts';
import { channelPartnerOf } from './bound.ts';
import { PortalDealRegistration } from './records.ts';

/**
 * The fields of a deal registration that its channel partner may read. The deciding member and the conflicts
 * are omitted.
 */
const encode = recordEncoder([
  ['id', 'id', 'text'],
  ['name', 'name', 'text'],
  ['status', 'status', 'text'],
  ['customer', 'customer', 'json'],
  ['productIds', 'product_ids', 'texts'],
  ['amount', 'amount', 'number'],
  ['currency', 'currency', 'text'],
  ['expectedCloseDate', 'expected_close_date', 'text'],
  ['notes', 'notes', 'text'],
  ['hasConflict', 'has_conflict', 'json'],
  ['submissionTime', 'submission_time', 'time'],
  ['decisionTime', 'decision_time', 'time'],
  ['decisionMessage', 'decision_note', 'text'],
  ['protectedProductIds', 'protected_product_ids', 'texts'],
  ['protectionEndTime', 'protection_end_time', 'time'],
  ['closeTime', 'close_time', 'time'],
  ['closeMessage', 'close_note', 'text'],
  ['creationTime', 'creation_time', 'time'],
  ['lastUpdateTime', 'last_update_time', 'time'],
]);

const encodePortalDeal = (row: Row): string => encode({ ...row, customer: customerOf(row) });

const selectPortalDeal = (scope: OrgScope, id: string): Statement => ({
  name: 'select_portal_deal_registration',
  text: `SELECT ${dealColumnList} FROM deal_registration d
         WHERE d.organization_id = $1 AND d.id = $2 AND d.channel_partner_id = $3`,
  values: [scope.organizationId, id, channelPartnerOf(scope)],
});

const path = '/org/{orgId}/partnerPortal/dealRegistration';
const pathOfOne = '/org/{orgId}/partnerPortal/dealRegistration/{dealRegistrationId}';
const group = 'PartnerPortal';
const common = {
  group,
  response: PortalDealRegistration,
  responseDescription: 'The deal registration',
} as const;
const notFound = partnerErrors.deal_registration_not_found.definition;
const state = partnerErrors.deal_registration_state.definition;
const ignored = [
  'id',
  'status',
  'closeMessage',
  'closeTime',
  'creationTime',
  'decisionMessage',
  'decisionTime',
  'hasConflict',
  'lastUpdateTime',
  'protectedProductIds',
  'protectionEndTime',
  'submissionTime',
];
const show = (row: DealRow) => ({ body: new RawJson(encodePortalDeal(row)) });

/**
 * Locks a registration of the channel partner for which the caller acts.
 * @throws 404 for any other registration
 */
async function lockOwn(scope: OrgTransaction, id: string): Promise<DealRow> {
  const deal = await requireDeal(scope, id);
  if (deal.channel_partner_id !== channelPartnerOf(scope)) throw partnerErrors.deal_registration_not_found();
  return deal;
}

const reads = [
  route({
    method: 'GET',
    path,
    operationId: 'listPortalDealRegistrations',
    group,
    summary: 'List the deal registrations of the caller’s channel partner',
    access: 'partnerPortal:read',
    query: z.object({ status: DealRegistrationStatus.optional(), ...pageParameters() }),
    response: z.array(PortalDealRegistration),
    responseDescription: 'The deal registrations, in order of creation time and id',
    run: {
      kind: 'batch',
      batch: (scope, request) =>
        listBatch(scope, request, {
          table: 'deal_registration',
          columns: dealColumns,
          filters: { status: request.query.status, channel_partner_id: channelPartnerOf(scope) },
          encode: encodePortalDeal,
        }),
    },
  }),
  readRoute({
    ...common,
    path: pathOfOne,
    operationId: 'getPortalDealRegistration',
    summary: 'Get a deal registration of the caller’s channel partner',
    access: 'partnerPortal:read',
    select: (scope, { dealRegistrationId }) => selectPortalDeal(scope, dealRegistrationId),
    notFound: partnerErrors.deal_registration_not_found,
    encode: encodePortalDeal,
  }),
];

const changes = [
  route({
    ...common,
    method: 'POST',
    path,
    operationId: 'createPortalDealRegistration',
    summary: 'Create a deal registration',
    description: 'Creates a draft. All fields are optional.',
    access: 'partnerPortal:write',
    body: PortalDealRegistration,
    serverSetFields: ignored,
    example: {
      customer: { name: 'Fjord Foods', domain: 'fjord-foods.example', country: 'NO' },
      productIds: ['prd_01m7z53qs0f0vbxn3m9y6gk8r2'],
      amount: 48000,
      currency: 'USD',
    },
    quota: 'dealRegistrations',
    errors: [partnerErrors.channel_partner_not_found.definition, productErrors.product_not_found.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { body }) =>
        show(await createDeal(scope, { ...body, channelPartnerId: channelPartnerOf(scope) })),
    },
  }),
  route({
    ...common,
    method: 'PATCH',
    path: pathOfOne,
    operationId: 'updatePortalDealRegistration',
    condition: { lock: lockRows(['deal_registration', 'dealRegistrationId']) },
    summary: 'Change a deal registration',
    description:
      'Allowed in DRAFT and ACTION_REQUIRED. Absent fields keep their value, lists are replaced, null ' +
      'removes a field.',
    access: 'partnerPortal:write',
    body: UpdateDealRegistrationParams,
    serverSetFields: ignored,
    example: { amount: 52000 },
    errors: [notFound, state, productErrors.product_not_found.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) => {
        const deal = await lockOwn(scope, params.dealRegistrationId);
        if (!editable.includes(deal.status))
          throw stateError(deal, 'cannot be changed by the channel partner');
        return show(await updateDeal(scope, deal.id, body));
      },
    },
  }),
];

const steps = (selectReferrals: SelectReferrals | undefined) => [
  route({
    ...common,
    method: 'POST',
    path: `${pathOfOne}/submit`,
    operationId: 'submitPortalDealRegistration',
    summary: 'Submit a deal registration for approval',
    description:
      'Requires a product, and a customer with a domain, an account or crmAAccountId. Submitting again ' +
      'has no effect.',
    access: 'partnerPortal:write',
    errors: [notFound, state, partnerErrors.channel_partner_state.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => {
        const { id } = await lockOwn(scope, params.dealRegistrationId);
        return show(await submitDeal(scope, id, selectReferrals));
      },
    },
  }),
  route({
    ...common,
    method: 'POST',
    path: `${pathOfOne}/withdraw`,
    operationId: 'withdrawPortalDealRegistration',
    summary: 'Withdraw a deal registration',
    description:
      'Ends the protection. Rejected if the registration has ended in another way. Withdrawing again has no effect.',
    access: 'partnerPortal:write',
    body: DealRegistrationNote.optional(),
    example: { message: 'The project was stopped.' },
    errors: [notFound, state],
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) => {
        const { id } = await lockOwn(scope, params.dealRegistrationId);
        const to = { action: 'WITHDRAW', status: 'WITHDRAWN' } as const;
        return show(await closeDeal(scope, id, to, { close_note: body?.message || null }));
      },
    },
  }),
];

/** The routes of deal registrations of the caller's channel partner. */
export const portalDealRoutes = (selectReferrals: SelectReferrals | undefined) => [
  ...reads,
  ...changes,
  ...steps(selectReferrals),
];
