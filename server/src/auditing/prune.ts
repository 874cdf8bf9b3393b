import type { Database } from '../platform/database/database.ts';
import type { RowOf } from '../platform/database/rows.ts';
import type { Transaction } from '../platform/database/statement.ts';
import { recordEvent } from '../platform/events/record-event.ts';
import type { NewId } from '../platform/ids.ts';
import { type AuditKey, createVerifier, type Verifies } from './key.ts';
import { systemScope } from './operator-scope.ts';
import { insertSigned, lastCheckpoint, tryAcquireSealingLock } from './store.ts';
import { verifyOrganization } from './verify.ts';
import { chainAt } from './verify-store.ts';

export type PruneDeps = { database: Database; key: AuditKey; newId: NewId };

const batchSize = 2000;

/**
 * Removes an organization's entries before a time, up to the first later entry, and writes a signed checkpoint from
 * which the chain is then verified. After an interruption, the next run continues. Returns the number of removed
 * entries.
 * @throws Error, without removing entries, if the verification fails or an older entry is not yet sealed, dispatched or
 * indexed for search
 */
export async function pruneAudit(
  deps: PruneDeps,
  organizationId: string,
  before: Date,
  verifies: Verifies = createVerifier([deps.key.publicKey]),
): Promise<number> {
  const { database } = deps;
  const report = await verifyOrganization(database, organizationId, { verifies });
  if (report.wrong > 0)
    throw new Error(
      `the verification of the trail of ${organizationId} failed: see "tradepost audit verify"`,
    );
  const { since, count } = report.unsealed;
  if (since !== null && Date.parse(since) < before.getTime())
    throw new Error(`${count} entries of ${organizationId} are not sealed yet, the oldest from ${since}`);
  const until = await database.transaction(
    (queryable) => announce(queryable, deps, { organizationId, before, last: report.to }),
    'system',
  );
  for (let removed = 0; ; ) {
    const batch = await database.transaction(
      (queryable) => removeBatch(queryable, deps, organizationId, until),
      'system',
    );
    if (batch === 0) return removed;
    removed += batch;
  }
}

type PrunedRange = { organizationId: string; before: Date; last: number };

/** Determines the position up to which entries are removed, and records the pruning as an entry. */
async function announce(queryable: Transaction, deps: PruneDeps, cut: PrunedRange): Promise<number> {
  const { organizationId } = cut;
  const scope = await systemScope(queryable, deps.newId, organizationId);
  if (!(await tryAcquireSealingLock(queryable, organizationId)))
    throw new Error(`the trail of ${organizationId} is being sealed: try again`);
  const [kept] = await queryable.query<{ position: number | null }>({
    name: 'first_kept_position',
    text: `SELECT min(s.position) AS position FROM event e
           JOIN event_seal s ON s.organization_id = e.organization_id AND s.event_id = e.id
           WHERE e.organization_id = $1 AND e.creation_time >= $2`,
    values: [organizationId, cut.before],
  });
  const position = Math.min(cut.last, (kept?.position ?? Number.POSITIVE_INFINITY) - 1);
  const standing = (await lastCheckpoint(queryable, organizationId))?.position ?? 0;
  if (position <= standing) return standing;
  const { dispatched, indexed } = await followedPositions(queryable, organizationId);
  if (dispatched < position)
    throw new Error(
      `${position - dispatched} entries of ${organizationId} are not dispatched yet: run the service and try again`,
    );
  if (indexed < position)
    throw new Error(
      `entries of ${organizationId} are not indexed for search yet: run the service and try again`,
    );
  await scope.query(
    recordEvent(scope, {
      entityType: 'AUDITING_EVENT',
      entityId: deps.newId('chk'),
      sequence: 1,
      action: 'PRUNE',
      payload: JSON.stringify({ from: standing + 1, to: position, before: cut.before.toISOString() }),
    }),
  );
  return position;
}

/**
 * Reads the positions up to which entries were dispatched (their mails and webhooks are enqueued) and indexed for
 * search.
 */
async function followedPositions(
  { query }: Transaction,
  organizationId: string,
): Promise<{ dispatched: number; indexed: number }> {
  const [row] = await query<RowOf<'notification_feed', 'told_position' | 'indexed_position'>>({
    name: 'read_followed_positions',
    text: 'SELECT told_position, indexed_position FROM notification_feed WHERE organization_id = $1',
    values: [organizationId],
  });
  return { dispatched: row?.told_position ?? 0, indexed: row?.indexed_position ?? 0 };
}

/**
 * Removes a batch of entries in the transaction of its checkpoint, so that a checkpoint never has earlier
 * entries.
 */
async function removeBatch(
  queryable: Transaction,
  deps: PruneDeps,
  organizationId: string,
  until: number,
): Promise<number> {
  const standing = (await lastCheckpoint(queryable, organizationId))?.position ?? 0;
  const position = Math.min(standing + batchSize, until);
  if (position <= standing) return 0;
  const chainHash = await chainAt(queryable, organizationId, position);
  if (!chainHash) throw new Error(`the seal of position ${position} is missing`);
  const { wallNow } = await systemScope(queryable, deps.newId, organizationId);
  const checkpoint = { organizationId, position, chainHash, signedAt: wallNow.toISOString() };
  await insertSigned(queryable, 'audit_checkpoint', checkpoint, deps.key.sign('checkpoint', checkpoint));
  const values = [organizationId, position];
  await queryable.query({
    name: 'prune_events',
    text: `DELETE FROM event e USING event_seal s
           WHERE e.organization_id = $1 AND s.organization_id = $1 AND s.event_id = e.id AND s.position <= $2`,
    values,
  });
  const seals = await queryable.query({
    name: 'prune_event_seals',
    text: 'DELETE FROM event_seal WHERE organization_id = $1 AND position <= $2 RETURNING position',
    values,
  });
  await queryable.query({
    name: 'prune_audit_heads',
    text: 'DELETE FROM audit_head WHERE organization_id = $1 AND position < $2',
    values,
  });
  return seals.length;
}
