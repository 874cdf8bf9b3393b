import { createHash } from 'node:crypto';
import type { OrganizationStatus } from '../../platform/access/organization-states.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import type { Queryable, Statement } from '../../platform/database/statement.ts';

/**
 * Finds the organizations that have a ticket, in the system role. There may be several, because an import may have
 * copied the ticket.
 */
export const findOwners = (
  queryable: Queryable,
  ticketId: string,
): Promise<RowOf<'organization', 'organization_id' | 'status', { status: OrganizationStatus }>[]> =>
  queryable.query({
    name: 'find_owners_of_support_ticket',
    text: `SELECT o.organization_id, o.status
           FROM support_ticket t JOIN organization o ON o.organization_id = t.organization_id WHERE t.id = $1`,
    values: [ticketId],
  });

/** Returns the hash that identifies a message: of its Message-ID or, if it is missing, of the whole message. */
export const fingerprintOf = (messageId: string | undefined, raw: Uint8Array): string =>
  createHash('sha256')
    .update(messageId !== undefined && /[^\s<>]/.test(messageId) ? messageId : raw)
    .digest('hex');

export async function isKnown(scope: OrgTransaction, fingerprint: string): Promise<boolean> {
  const found = await scope.query({
    name: 'find_support_mail',
    text: 'SELECT m.ticket_id FROM support_mail m WHERE m.organization_id = $1 AND m.fingerprint = $2',
    values: [scope.organizationId, fingerprint],
  });
  return found.length > 0;
}

/**
 * Records a message. Returns false if the message is already recorded. Of two simultaneous copies, the second copy
 * waits for the first copy.
 */
export async function remember(
  scope: OrgTransaction,
  { fingerprint, ticketId }: { fingerprint: string; ticketId: string },
): Promise<boolean> {
  const kept = await scope.query({
    name: 'insert_support_mail',
    text: `INSERT INTO support_mail (organization_id, fingerprint, ticket_id, received_at)
           VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING fingerprint`,
    values: [scope.organizationId, fingerprint, ticketId, scope.wallNow],
  });
  return kept.length > 0;
}

/** Removes old records of messages, which mail servers no longer resend. */
export const forgetMails: Statement = {
  name: 'sweep_support_mail',
  text: `WITH gone AS (
           DELETE FROM support_mail WHERE ctid = ANY (ARRAY(
             SELECT m.ctid FROM support_mail m WHERE m.received_at < clock_timestamp() - interval '400 days' LIMIT 10000))
           RETURNING 1)
         SELECT count(*) AS gone FROM gone`,
  values: [],
};
