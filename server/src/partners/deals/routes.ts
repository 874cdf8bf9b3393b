import { z } from 'zod';
import { entitlementErrors } from '../../entitlements/index.ts';
import { offerErrors } from '../../offers/index.ts';
import { readRoute } from '../../platform/http/read-route.ts';
import { lockRows } from '../../platform/http/record-tags.ts';
import { RawJson, route } from '../../platform/http/route.ts';
import { listBatch } from '../../platform/lists/list-answer.ts';
import { pageParameters } from '../../platform/lists/pagination.ts';
import { productErrors } from '../../products/index.ts';
import { partnerErrors } from '../errors.ts';
import { type DealRow, dealColumns, encodeDeal } from './columns.ts';
import { closeDeal, createDeal, deleteDeal, submitDeal, updateDeal } from './commands.ts';
import { conflictStatements, encodeConflict, type SelectReferrals } from './conflicts.ts';
import { approveDeal, refuseDeal } from './decide.ts';
import {
  ApproveDealRegistrationParams,
  DealConflicts,
  DealRegistration,
  DealRegistrationNote,
  DealRegistrationStatus,
  UpdateDealRegistrationParams,
  WinDealRegistrationParams,
} from './records.ts';
import { selectDeal } from './store.ts';
import { requireWinner } from './winner.ts';

export type DealRouteDeps = {
  /** Reads referrals that stand in the way; absent where there are none. */
  selectReferrals?: SelectReferrals;
};

const path = '/org/{orgId}/dealRegistration';
const pathOfOne = '/org/{orgId}/dealRegistration/{dealRegistrationId}';
const group = 'DealRegistration';
const common = { group, response: DealRegistration, responseDescription: 'The deal registration' } as const;
const notFound = partnerErrors.deal_registration_not_found.definition;
const state = partnerErrors.deal_registration_state.definition;
const partnerState = partnerErrors.channel_partner_state.definition;
const condition = { of: pathOfOne, lock: lockRows(['deal_registration', 'dealRegistrationId']) };
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
const show = (row: DealRow) => ({ body: new RawJson(encodeDeal(row)) });

const listParameters = z.object({
  status: DealRegistrationStatus.optional(),
  channelPartnerId: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'Only deal registrations of this channel partner' }),
  ...pageParameters(),
});

const reads = ({ selectReferrals }: DealRouteDeps) => [
  route({
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
  }),
  readRoute({
    ...common,
    path: pathOfOne,
    operationId: 'getDealRegistration',
    summary: 'Get a deal registration',
    access: 'deals:read',
    select: (scope, { dealRegistrationId }) => selectDeal(scope, dealRegistrationId),
    missing: partnerErrors.deal_registration_not_found,
    encode: encodeDeal,
  }),
  route({
    method: 'GET',
    path: `${pathOfOne}/conflict`,
    operationId: 'listDealRegistrationConflicts',
    group,
    summary: 'List what stands in the way of a deal registration now',
    description:
      'Open registrations, offers and entitlements that are not over, and referrals: of one of its products, for the ' +
      'same customer, which is known by its domain, an account or in CRM A. The channel partner learns only ' +
      'whether there was something (`hasConflict`). Only what another approved registration protects keeps it from ' +
      'being approved.',
    access: 'deals:read',
    response: DealConflicts,
    responseDescription: 'What stands in its way',
    errors: [notFound],
    run: {
      kind: 'batch',
      batch: (scope, { params }) => ({
        statements: [selectDeal(scope, params.dealRegistrationId)],
        respond: ([rows]) => {
          const deal = rows?.[0] as DealRow | undefined;
          if (!deal) throw partnerErrors.deal_registration_not_found();
          return {
            statements: conflictStatements(scope, deal, selectReferrals),
            respond: (found) => ({
              body: new RawJson(`{"conflicts":[${found.flat().map(encodeConflict).join(',')}]}`),
            }),
          };
        },
      }),
    },
  }),
];

const changes = () => [
  route({
    ...common,
    method: 'POST',
    path,
    operationId: 'createDealRegistration',
    summary: 'Create a deal registration',
    description: 'A draft, of which only the channel partner must be said.',
    access: 'deals:write',
    body: DealRegistration,
    bodyRequired: true,
    ignored: serverOwned,
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
  }),
  route({
    ...common,
    method: 'PATCH',
    path: pathOfOne,
    operationId: 'updateDealRegistration',
    condition,
    summary: 'Change a deal registration',
    description:
      'What is absent stays; lists are replaced; null takes a field away. Customer and products change in DRAFT and ' +
      'ACTION_REQUIRED only, the rest until it ends.',
    access: 'deals:write',
    body: UpdateDealRegistrationParams,
    bodyRequired: true,
    ignored: [...serverOwned, 'channelPartnerId'],
    example: { amount: 52000 },
    errors: [notFound, state, productErrors.product_not_found.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) =>
        show(await updateDeal(scope, params.dealRegistrationId, body)),
    },
  }),
  route({
    method: 'DELETE',
    path: pathOfOne,
    operationId: 'deleteDealRegistration',
    condition,
    group,
    summary: 'Delete the draft of a deal registration',
    description: 'What was submitted once is withdrawn, and stays.',
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
  }),
];

/** What all steps have in common: a repeat changes nothing. */
const step = { ...common, method: 'POST' } as const;

const decisions = () => [
  route({
    ...step,
    path: `${pathOfOne}/approve`,
    operationId: 'approveDealRegistration',
    summary: 'Approve a deal registration',
    description:
      'From now on the customer is protected for it and its products, for the days of its channel partner’s tier. ' +
      'One for a customer and product is APPROVED; with `overrideReason` the other loses its protection of these ' +
      'products, and is EXPIRED when no product is left. Who submitted it does not decide, unless nobody else may. ' +
      'One that is APPROVED stays as it is.',
    access: 'deals:approve',
    body: ApproveDealRegistrationParams,
    example: { message: 'Good luck.' },
    errors: [notFound, state, partnerState, partnerErrors.deal_registration_conflict.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) =>
        show(await approveDeal(scope, params.dealRegistrationId, body ?? {})),
    },
  }),
  route({
    ...step,
    path: `${pathOfOne}/requestAction`,
    operationId: 'requestDealRegistrationAction',
    summary: 'Ask for something to be done before a deal registration is decided on',
    description: '`message` says what. One that is ACTION_REQUIRED stays as it is.',
    access: 'deals:approve',
    body: DealRegistrationNote,
    bodyRequired: true,
    example: { message: 'Which country is it?' },
    errors: [notFound, state],
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) => {
        const to = { action: 'REQUEST_ACTION', status: 'ACTION_REQUIRED' } as const;
        return show(await refuseDeal(scope, params.dealRegistrationId, to, body.message));
      },
    },
  }),
  route({
    ...step,
    path: `${pathOfOne}/reject`,
    operationId: 'rejectDealRegistration',
    summary: 'Reject a deal registration',
    description: '`message` says why. One that is REJECTED stays as it is.',
    access: 'deals:approve',
    body: DealRegistrationNote,
    bodyRequired: true,
    example: { message: 'They buy from us directly.' },
    errors: [notFound, state],
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) => {
        const to = { action: 'REJECT', status: 'REJECTED' } as const;
        return show(await refuseDeal(scope, params.dealRegistrationId, to, body.message));
      },
    },
  }),
];

const steps = ({ selectReferrals }: DealRouteDeps) => [
  route({
    ...step,
    path: `${pathOfOne}/submit`,
    operationId: 'submitDealRegistration',
    summary: 'Submit a deal registration for approval',
    description:
      'It needs a product, and a customer with a domain, an account or crmAAccountId; its channel partner must be ' +
      'ACTIVE. One that is SUBMITTED stays as it is.',
    access: 'deals:write',
    errors: [notFound, state, partnerState],
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) =>
        show(await submitDeal(scope, params.dealRegistrationId, selectReferrals)),
    },
  }),
  route({
    ...step,
    path: `${pathOfOne}/withdraw`,
    operationId: 'withdrawDealRegistration',
    summary: 'Withdraw a deal registration',
    description: 'One that has not ended; what it protects is free. One that is WITHDRAWN stays as it is.',
    access: 'deals:write',
    body: DealRegistrationNote,
    example: { message: 'The project was stopped.' },
    errors: [notFound, state],
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) => {
        const to = { action: 'WITHDRAW', status: 'WITHDRAWN' } as const;
        const change = { close_note: body?.message || null };
        return show(await closeDeal(scope, params.dealRegistrationId, to, change));
      },
    },
  }),
  route({
    ...step,
    path: `${pathOfOne}/lose`,
    operationId: 'loseDealRegistration',
    summary: 'Say that an approved deal was lost',
    description: 'What it protects is free. One that is LOST stays as it is.',
    access: 'deals:write',
    body: DealRegistrationNote,
    example: { message: 'They bought from somebody else.' },
    errors: [notFound, state],
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) => {
        const to = { action: 'LOSE', status: 'LOST' } as const;
        const change = { close_note: body?.message || null };
        return show(await closeDeal(scope, params.dealRegistrationId, to, change));
      },
    },
  }),
  route({
    ...step,
    path: `${pathOfOne}/win`,
    operationId: 'winDealRegistration',
    summary: 'Say that an approved deal was won',
    description:
      'An entitlement of the customer for one of the products wins it by itself; this is for what was sold otherwise. One ' +
      'that is WON stays as it is.',
    access: 'deals:write',
    body: WinDealRegistrationParams,
    example: { message: 'Sold on paper.' },
    errors: [
      notFound,
      state,
      offerErrors.offer_not_found.definition,
      entitlementErrors.entitlement_not_found.definition,
    ],
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) => {
        const to = { action: 'WIN', status: 'WON' } as const;
        const change = await requireWinner(scope, body ?? {});
        return show(await closeDeal(scope, params.dealRegistrationId, to, change));
      },
    },
  }),
];

export const dealRoutes = (deps: DealRouteDeps) => [
  ...reads(deps),
  ...changes(),
  ...steps(deps),
  ...decisions(),
];
