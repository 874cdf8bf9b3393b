import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { Row } from '../../platform/database/statement.ts';
import { invalid } from '../../platform/errors.ts';
import { recordEvents } from '../../platform/events/record-event.ts';
import { requireCurrentEntitlement } from '../terms/index.ts';
import { encodeSignup, signupColumns } from './columns.ts';
import type { SignupConnectionCreation } from './records.ts';

/**
 * Connects a client's signup with what it signed up for. The audit trail has the new client; NEW_CLIENT_SIGNUP is what
 * people are told of.
 * @throws 404 for no entitlement, 400 without an address
 */
export async function connectSignup(
  scope: OrgTransaction,
  entitlementId: string,
  client: SignupConnectionCreation,
): Promise<Row> {
  if (!client.emailAddress) throw invalid([{ pointer: '/emailAddress', message: 'is required' }]);
  const entitlement = await requireCurrentEntitlement(scope, entitlementId);
  const [row] = await scope.query({
    name: 'insert_signup_connection',
    text: `INSERT INTO signup_connection (organization_id, id, entitlement_id, partner, buyer_id, email_address, name,
             company_name, phone_number, created_by, creation_time)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
           RETURNING ${signupColumns.map(([, column]) => column).join(', ')}`,
    values: [
      ...[scope.organizationId, scope.newId('sgc'), entitlementId, entitlement.partner, entitlement.buyer_id],
      ...[client.emailAddress, client.name ?? null, client.companyName ?? null, client.phoneNumber ?? null],
      ...[scope.actor.id, scope.now],
    ],
  });
  const created = row as Row;
  const payload = encodeSignup(created);
  const name = [client.name, client.companyName].filter(Boolean).join(', ') || client.emailAddress;
  const fact = { entityId: created.id as string, sequence: 1 };
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
