import type { TestApp, TestOrganization } from '../harness.ts';

export type FollowedOperation = { operationId: string; auditingEventId: string };

let made = 0;

/**
 * Provides a pending operation that can be cancelled, and the audit entry about the creation of its offer.
 */
export async function followed(app: TestApp, { id, token }: TestOrganization): Promise<FollowedOperation> {
  const body = { partner: 'MKA', name: `Followed ${++made}` };
  const offer = await app.request('POST', `/org/${id}/offer`, { token, body });
  const job = await app.database.query(
    `UPDATE job SET clock = 'wall', ready_at = now() + interval '1 day' WHERE offer_id = $1 RETURNING id`,
    [offer.body.id],
  );
  const event = await app.database.query('SELECT id FROM event WHERE entity_id = $1', [offer.body.id]);
  return { operationId: job.rows[0].id, auditingEventId: event.rows[0].id };
}
