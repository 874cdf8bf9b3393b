import type { OrgTransaction } from '../../platform/access/scope.ts';
import { insertInto } from '../../platform/database/define-statement.ts';
import { invalid } from '../../platform/errors.ts';
import { recordEvents } from '../../platform/events/record-event.ts';
import { requireCurrentEntitlement } from '../terms/index.ts';
import { encodeSignup, type SignupRow, signupColumns } from './columns.ts';
import type { SignupConnectionCreation } from './records.ts';

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
    'created_by',
    'creation_time',
  ],
  { after: `RETURNING ${signupColumns.map(([, column]) => column).join(', ')}` },
);

/**
 * Connects a client's signup with what it signed up for. The audit trail has the new client; NEW_CLIENT_SIGNUP is
 * what people are notified of.
 * @throws 404 for no entitlement, 400 without an address
 */
export async function connectSignup(
  scope: OrgTransaction,
  entitlementId: string,
  client: SignupConnectionCreation,
): Promise<SignupRow> {
  if (!client.emailAddress) throw invalid([{ pointer: '/emailAddress', message: 'is required' }]);
  const entitlement = await requireCurrentEntitlement(scope, entitlementId);
  const [row] = await scope.query<SignupRow>(
    insert({
      organization_id: scope.organizationId,
      id: scope.newId('sgc'),
      entitlement_id: entitlementId,
      partner: entitlement.partner,
      buyer_id: entitlement.buyer_id,
      email_address: client.emailAddress,
      name: client.name,
      company_name: client.companyName,
      phone_number: client.phoneNumber,
      created_by: scope.actor.id,
      creation_time: scope.now,
    }),
  );
  const created = row as SignupRow;
  const payload = encodeSignup(created);
  const name = [client.name, client.companyName].filter(Boolean).join(', ') || client.emailAddress;
  const fact = { entityId: created.id, sequence: 1 };
  await scope.query(
    recordEvents(scope, [
      { ...fact, entityType: 'NEW_CLIENT', action: 'CREATE', payload },
      {
        ...fact,
        entityType: 'NOTIFICATION_MESSAGE',
        action: 'NEW_CLIENT_SIGNUP',
        payload: JSON.stringify({ ...JSON.parse(payload), name }),
        audited: false,
      },
    ]),
  );
  return created;
}
