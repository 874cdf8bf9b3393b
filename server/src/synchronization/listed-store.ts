import { type Difference, hashOf } from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { columns, defineStatement, rows } from '../platform/database/define-statement.ts';
import type { RowOf } from '../platform/database/rows.ts';
import type { KnownRecord, StreamName } from './streams.ts';

type Place = { partner: string; stream: StreamName };
/** A listed record; `reconciled_of` is the hash in hexadecimal digits. */
type ListedRow = RowOf<'marketplace_listed', 'external_id'> & { reconciled_of: string | null };

const note = defineStatement(
  'note_what_is_listed',
  {
    scope: columns('marketplace_listed', ['organization_id', 'partner', 'stream', 'listed_at']),
    listed: rows('marketplace_listed', ['external_id']),
  },
  ({ scope, listed }) =>
    `${listed.insert('n', scope.at, 'l')} FROM ${listed.unnest('n')} ORDER BY n.external_id
     ON CONFLICT (organization_id, partner, stream, external_id) DO UPDATE SET
       listed_at = excluded.listed_at, missing_since = NULL
     RETURNING l.external_id, encode(l.reconciled_of, 'hex') AS reconciled_of`,
);

/**
 * Records the items on a page, and enqueues the reconciliation of differences, except differences that have already
 * been reconciled and are unchanged.
 * @returns the number of reconciliations
 */
export async function readAgain(
  scope: OrgTransaction,
  { partner, stream }: Place,
  externalIds: readonly string[],
  differences: readonly Difference[],
): Promise<number> {
  const distinct = [...new Set(externalIds)];
  if (distinct.length === 0) return 0;
  const at = { organization_id: scope.organizationId, partner, stream, listed_at: scope.now };
  const noted = await scope.query<ListedRow>(
    note({ scope: at, listed: distinct.map((external_id) => ({ external_id })) }),
  );
  const before = new Map(noted.map((row) => [row.external_id, row.reconciled_of]));
  const due = differences
    .map((difference) => ({ difference, hash: hashOf(difference) }))
    .filter(({ difference, hash }) => before.get(difference.externalId) !== hash.toString('hex'));
  for (const { difference, hash } of due) {
    scope.send(difference.reconcile(scope));
    scope.send({
      name: 'note_what_is_read_again',
      text: `UPDATE marketplace_listed SET reconciled_of = $5
             WHERE organization_id = $1 AND partner = $2 AND stream = $3 AND external_id = $4`,
      values: [scope.organizationId, partner, stream, difference.externalId, hash],
    });
  }
  return due.length;
}

/** Finds stored records that have not been listed since a time and have not been reported missing. */
export async function findUnlisted(
  scope: OrgTransaction,
  { partner, stream }: Place,
  held: readonly KnownRecord[],
  since: Date,
): Promise<KnownRecord[]> {
  const found = await scope.query<RowOf<'marketplace_listed', 'external_id'>>({
    name: 'find_what_is_listed',
    text: `SELECT external_id FROM marketplace_listed
           WHERE organization_id = $1 AND partner = $2 AND stream = $3 AND external_id = ANY ($4::text[])
             AND (listed_at >= $5 OR missing_since IS NOT NULL)`,
    values: [scope.organizationId, partner, stream, held.map(({ externalId }) => externalId), since],
  });
  const listed = new Set(found.map((row) => row.external_id));
  return held.filter(({ externalId }) => !listed.has(externalId));
}

/** Records that a record is missing at the marketplace. Returns false if this has already been recorded. */
export async function noteMissing(
  scope: OrgTransaction,
  { partner, stream }: Place,
  externalId: string,
): Promise<boolean> {
  const noted = await scope.query({
    name: 'note_what_is_missing',
    text: `INSERT INTO marketplace_listed AS l (organization_id, partner, stream, external_id, listed_at, missing_since)
           VALUES ($1, $2, $3, $4, '-infinity', $5)
           ON CONFLICT (organization_id, partner, stream, external_id) DO UPDATE SET missing_since = excluded.missing_since
             WHERE l.missing_since IS NULL
           RETURNING l.external_id`,
    values: [scope.organizationId, partner, stream, externalId, scope.now],
  });
  return noted.length > 0;
}

/**
 * Deletes the recorded items of a marketplace's lists. Records of a different account are marked as missing, to avoid
 * an alert for each record; the mark is cleared when the record is listed again.
 */
export async function forgetListed(
  scope: OrgTransaction,
  partner: string,
  isOfOther: boolean,
): Promise<void> {
  const values = [scope.organizationId, partner];
  await scope.query(
    isOfOther
      ? {
          name: 'leave_what_another_account_lists',
          text: `UPDATE marketplace_listed SET missing_since = coalesce(missing_since, $3), reconciled_of = NULL, waits_since = NULL
                 WHERE organization_id = $1 AND partner = $2`,
          values: [...values, scope.now],
        }
      : {
          name: 'forget_marketplace_listed',
          text: 'DELETE FROM marketplace_listed WHERE organization_id = $1 AND partner = $2',
          values,
        },
  );
}

/** Records agreements that are deferred until all other agreements are imported. */
export async function keepWaiting(
  scope: OrgTransaction,
  { partner, stream }: Place,
  waiting: readonly { externalId: string; since: string }[],
): Promise<void> {
  for (const { externalId, since } of waiting)
    scope.send({
      name: 'keep_waiting_agreement',
      text: `INSERT INTO marketplace_listed (organization_id, partner, stream, external_id, listed_at, waits_since)
             VALUES ($1, $2, $3, $4, $5, $6)
             ON CONFLICT (organization_id, partner, stream, external_id) DO UPDATE SET waits_since = excluded.waits_since`,
      values: [scope.organizationId, partner, stream, externalId, scope.now, since],
    });
}

/** Finds the oldest deferred agreement. All of its existing predecessors have already been imported. */
export async function findWaiting(
  scope: OrgTransaction,
  { partner, stream }: Place,
): Promise<string | undefined> {
  const [row] = await scope.query<RowOf<'marketplace_listed', 'external_id'>>({
    name: 'find_waiting_agreement',
    text: `SELECT external_id FROM marketplace_listed
           WHERE organization_id = $1 AND partner = $2 AND stream = $3 AND waits_since IS NOT NULL
           ORDER BY waits_since, external_id LIMIT 1`,
    values: [scope.organizationId, partner, stream],
  });
  return row?.external_id;
}

export async function endWaiting(
  scope: OrgTransaction,
  { partner, stream }: Place,
  externalId: string,
): Promise<void> {
  await scope.query({
    name: 'end_waiting_of_agreement',
    text: `UPDATE marketplace_listed SET waits_since = NULL
           WHERE organization_id = $1 AND partner = $2 AND stream = $3 AND external_id = $4`,
    values: [scope.organizationId, partner, stream, externalId],
  });
}
