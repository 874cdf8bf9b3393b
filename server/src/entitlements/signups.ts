import { z } from 'zod';
import { Partner } from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { insertInto } from '../platform/database/define-statement.ts';
import type { RowOf } from '../platform/database/rows.ts';
import { invalid } from '../platform/errors.ts';
import { recordEvents } from '../platform/events/record-event.ts';
import { RawJson, route } from '../platform/http/route.ts';
import { listBatch } from '../platform/lists/list-answer.ts';
import { pageParameters } from '../platform/lists/pagination.ts';
import { type ColumnsOf, type FieldsIn, recordEncoder } from '../platform/records/encode.ts';
import {
  codeText,
  fieldOf,
  idText,
  key,
  mailAddress,
  nameText,
  openEnum,
  record,
  text,
  time,
} from '../platform/records/fields.ts';
import type { EntitlementRow } from './columns.ts';
import { entitlementErrors } from './errors.ts';
import { requireCurrentEntitlement } from './terms/index.ts';

const clientFields = {
  companyName: nameText('Company of the user.').max(200),
  emailAddress: mailAddress('Email address of the user who signed up.'),
  name: nameText('Name of the user who signed up.').max(200),
  phoneNumber: codeText('Telephone number of the user who signed up.').max(200),
};

const SignupConnection = record(
  'SignupConnection',
  'Sign-up of a user of the buyer with the seller, for an entitlement.',
  {
    ...clientFields,
    contactID: idText('Contact that the signup page created or found by the email address.'),
    firstName: nameText('First name, if the user signed up on the signup page.'),
    lastName: nameText('Last name, if the user signed up on the signup page.'),
    notes: text('Message to the seller from the form of the signup page.'),
    source: openEnum('Where the user signed up.', ['SELLER', 'SIGNUP_PAGE']),
    buyerID: idText('Buyer of the entitlement.'),
    createdBy: idText(
      'Member or API client that reported the sign-up; the service if the source is SIGNUP_PAGE.',
    ),
    creationTime: time('When the sign-up was reported.'),
    entitlementID: idText('Entitlement of the sign-up.'),
    id: key('Id of the connection.'),
    organizationID: idText('Organization of the seller.'),
    partner: fieldOf(Partner, 'Where the entitlement was sold.'),
  },
);

const SignupConnectionCreation = record(
  'SignupConnectionCreation',
  'The user who signed up. The email address is required.',
  clientFields,
);
type SignupConnectionCreation = z.infer<typeof SignupConnectionCreation>;

/** Columns that store the fields of a SignupConnection. */
const signupColumns = [
  ['id', 'id', 'text'],
  ['organizationID', 'organization_id', 'text'],
  ['entitlementID', 'entitlement_id', 'text'],
  ['partner', 'partner', 'text'],
  ['buyerID', 'buyer_id', 'text'],
  ['emailAddress', 'email_address', 'text'],
  ['name', 'name', 'text'],
  ['companyName', 'company_name', 'text'],
  ['phoneNumber', 'phone_number', 'text'],
  ['firstName', 'first_name', 'text'],
  ['lastName', 'last_name', 'text'],
  ['notes', 'notes', 'text'],
  ['contactID', 'contact_id', 'text'],
  ['source', 'source', 'text'],
  ['createdBy', 'created_by', 'text'],
  ['creationTime', 'creation_time', 'time'],
] as const satisfies FieldsIn<'signup_connection'>;

export type SignupRow = RowOf<'signup_connection', ColumnsOf<typeof signupColumns>>;

const encodeSignup = recordEncoder(signupColumns);

const responseExample = {
  id: 'sgc_01m7z53qrwf3raysksbfq2fp2q',
  organizationID: 'org_01m7z53qrwf3raysksbfq2fp2q',
  entitlementID: 'ent_01m7z53tktffyb85rg1ffx9tnv',
  partner: 'MKA',
  buyerID: 'buy_01m7z53tktffyb85rg1h1b7ncq',
  emailAddress: 'ann.lee@example.com',
  name: 'Ann Lee',
  companyName: 'Example Inc.',
  source: 'SELLER',
  createdBy: 'cli_01m7z53qrwf3raysksbfq2fp2q',
  creationTime: '2026-11-21T10:00:00.000Z',
};

const listParameters = z.object({
  entitlementId: z.string().max(200).optional().meta({ description: 'Only sign-ups for this entitlement' }),
  ...pageParameters(),
});

/** Routes of sign-ups. */
export const signupRoutes = () => [
  route({
    method: 'GET',
    path: '/org/{orgId}/signupConnection',
    operationId: 'listSignupConnections',
    group: 'Entitlement',
    summary: 'List sign-ups',
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
    summary: 'Record a sign-up for an entitlement',
    description:
      'For sellers whose users sign up on the seller’s own pages. Each call records one sign-up; an entitlement without a sign-up ' +
      'is in the daily report of entitlements without a sign-up. Members are notified by NEW_CLIENT_SIGNUP.NOTIFICATION_MESSAGE.',
    access: 'entitlements:write',
    body: SignupConnectionCreation,
    serverSetFields: [
      'id',
      'organizationID',
      'entitlementID',
      'partner',
      'buyerID',
      'createdBy',
      'creationTime',
      'contactID',
      'firstName',
      'lastName',
      'notes',
      'source',
    ],
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

/**
 * Records a sign-up that the seller reports.
 * @throws 404 if the entitlement does not exist, 400 if the email address is missing
 */
async function connectSignup(
  scope: OrgTransaction,
  entitlementId: string,
  client: SignupConnectionCreation,
): Promise<SignupRow> {
  const { emailAddress } = client;
  if (!emailAddress) throw invalid([{ pointer: '/emailAddress', message: 'is required' }]);
  const entitlement = await requireCurrentEntitlement(scope, entitlementId);
  return recordSignup(scope, entitlement, { ...client, emailAddress, source: 'SELLER' });
}

/** A sign-up with the fields of the form, and its source. */
export type NewSignup = Omit<SignupConnectionCreation, 'emailAddress'> & {
  emailAddress: string;
  firstName?: string;
  lastName?: string;
  notes?: string | undefined;
  contactID?: string;
  source: 'SELLER' | 'SIGNUP_PAGE';
};

/**
 * Records a sign-up with its events: the audit trail records the new connection, and NEW_CLIENT_SIGNUP notifies members.
 * The entitlement must be locked, because it has at most one sign-up on the signup page.
 */
export async function recordSignup(
  scope: OrgTransaction,
  entitlement: EntitlementRow,
  signup: NewSignup,
): Promise<SignupRow> {
  const [row] = await scope.query<SignupRow>(
    insert({
      organization_id: scope.organizationId,
      id: scope.newId('sgc'),
      entitlement_id: entitlement.id,
      partner: entitlement.partner,
      buyer_id: entitlement.buyer_id,
      email_address: signup.emailAddress,
      name: signup.name,
      company_name: signup.companyName,
      phone_number: signup.phoneNumber,
      first_name: signup.firstName,
      last_name: signup.lastName,
      notes: signup.notes,
      contact_id: signup.contactID,
      source: signup.source,
      created_by: scope.actor.id,
      creation_time: scope.now,
    }),
  );
  await recordSignupEvents(scope, entitlement, row as SignupRow);
  return row as SignupRow;
}

async function recordSignupEvents(
  scope: OrgTransaction,
  entitlement: EntitlementRow,
  signup: SignupRow,
): Promise<void> {
  const payload = encodeSignup(signup);
  const name = [signup.name, signup.company_name].filter(Boolean).join(', ') || signup.email_address;
  const notice = {
    ...JSON.parse(payload),
    name,
    contactName: signup.name ?? undefined,
    entitlementName: entitlement.name ?? undefined,
  };
  const fact = { entityId: signup.id, sequence: 1 };
  await scope.query(
    recordEvents(scope, [
      { ...fact, entityType: 'NEW_CLIENT', action: 'CREATE', payload },
      {
        ...fact,
        entityType: 'NOTIFICATION_MESSAGE',
        action: 'NEW_CLIENT_SIGNUP',
        payload: JSON.stringify(notice),
        audited: false,
      },
    ]),
  );
}

const insert = insertInto(
  'insert_signup_connection',
  'signup_connection',
  [
    'organization_id',
    'id',
    'entitlement_id',
    'partner',
    'buyer_id',
    'email_address',
    'name',
    'company_name',
    'phone_number',
    'first_name',
    'last_name',
    'notes',
    'contact_id',
    'source',
    'created_by',
    'creation_time',
  ],
  { after: `RETURNING ${signupColumns.map(([, column]) => column).join(', ')}` },
);

/** Returns whether the entitlement has a sign-up on the signup page. */
export const hasPageSignup = async (scope: OrgTransaction, entitlementId: string): Promise<boolean> => {
  const rows = await scope.query<RowOf<'signup_connection', 'id'>>({
    name: 'find_page_signup',
    text: `SELECT id FROM signup_connection
           WHERE organization_id = $1 AND entitlement_id = $2 AND source = 'SIGNUP_PAGE'`,
    values: [scope.organizationId, entitlementId],
  });
  return rows.length > 0;
};
