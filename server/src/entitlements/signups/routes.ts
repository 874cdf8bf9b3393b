import { z } from 'zod';
import { RawJson, route } from '../../platform/http/route.ts';
import { listBatch } from '../../platform/lists/list-answer.ts';
import { pageParameters } from '../../platform/lists/pagination.ts';
import { entitlementErrors } from '../errors.ts';
import { encodeSignup, signupColumns } from './columns.ts';
import { SignupConnection, SignupConnectionCreation } from './records.ts';
import { connectSignup } from './service.ts';

const responseExample = {
  id: 'sgc_01m7z53qrwf3raysksbfq2fp2q',
  organizationID: 'org_01m7z53qrwf3raysksbfq2fp2q',
  entitlementID: 'ent_01m7z53tktffyb85rg1ffx9tnv',
  partner: 'MKA',
  buyerID: 'buy_01m7z53tktffyb85rg1h1b7ncq',
  emailAddress: 'ann.lee@example.com',
  name: 'Ann Lee',
  companyName: 'Example Inc.',
  createdBy: 'cli_01m7z53qrwf3raysksbfq2fp2q',
  creationTime: '2026-11-21T10:00:00.000Z',
};

const listParameters = z.object({
  entitlementId: z.string().max(200).optional().meta({ description: 'Only signups for this entitlement' }),
  ...pageParameters(),
});

/** The routes of signups with the seller for what was bought. */
export const signupRoutes = () => [
  route({
    method: 'GET',
    path: '/org/{orgId}/signupConnection',
    operationId: 'listSignupConnections',
    group: 'Entitlement',
    summary: 'List signups of clients',
    description: 'In order of creation time and id.',
    access: 'entitlements:read',
    query: listParameters,
    response: z.array(SignupConnection),
    responseExample: [responseExample],
    responseDescription: 'The signups',
    run: {
      kind: 'batch',
      batch: (scope, request) =>
        listBatch(scope, request, {
          table: 'signup_connection',
          columns: signupColumns.map(([, column]) => column),
          filters: { entitlement_id: request.query.entitlementId },
          encode: encodeSignup,
        }),
    },
  }),
  route({
    method: 'POST',
    path: '/org/{orgId}/entitlement/{entitlementId}/signupConnection',
    operationId: 'connectSignup',
    group: 'Entitlement',
    summary: 'Connect the signup of a client with its entitlement',
    description:
      'For sellers who have clients sign up on pages of their own. Each call is one signup; an entitlement without any ' +
      'is in the report of entitlements without a signup. Members are notified by NEW_CLIENT_SIGNUP.NOTIFICATION_MESSAGE.',
    access: 'entitlements:write',
    body: SignupConnectionCreation,
    bodyRequired: true,
    ignored: ['id', 'organizationID', 'entitlementID', 'partner', 'buyerID', 'createdBy', 'creationTime'],
    example: { emailAddress: 'ann.lee@example.com', name: 'Ann Lee', companyName: 'Example Inc.' },
    response: SignupConnection,
    responseExample,
    responseDescription: 'The signup',
    errors: [entitlementErrors.entitlement_not_found.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) => ({
        body: new RawJson(encodeSignup(await connectSignup(scope, params.entitlementId, body))),
      }),
    },
  }),
];
