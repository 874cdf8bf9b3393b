import type { OrgTransaction } from '../platform/access/scope.ts';
import type { RowOf } from '../platform/database/rows.ts';
import type { StreamName } from './streams.ts';

/** The passes over a list: the import, the changes, and the comparison of all records. */
export const passes = ['IMPORT', 'CHANGES', 'COMPARISON'] as const;
export type PassName = (typeof passes)[number];

export type Place = { partner: string; stream: StreamName; pass: PassName };

/** The maximum length of the reasons kept on a pass. */
const longestWords = 2000;

/** The progress of a pass. */
export type Pass = Pick<
  RowOf<'marketplace_pass'>,
  'cursor' | 'since' | 'begun_at' | 'ended_at' | 'listed' | 'made' | 'reconciled' | 'refused' | 'failure'
>;

const shown = 'cursor, since, begun_at, ended_at, listed, made, reconciled, refused, failure';

export async function findPass(
  scope: OrgTransaction,
  { partner, stream, pass }: Place,
): Promise<Pass | undefined> {
  const [row] = await scope.query<Pass>({
    name: 'find_marketplace_pass',
    text: `SELECT ${shown} FROM marketplace_pass
           WHERE organization_id = $1 AND partner = $2 AND stream = $3 AND pass = $4`,
    values: [scope.organizationId, partner, stream, pass],
  });
  return row;
}

export const findPasses = (
  scope: OrgTransaction,
  partner: string,
  pass: PassName,
): Promise<(Pass & { stream: StreamName })[]> =>
  scope.query<Pass & { stream: StreamName }>({
    name: 'find_marketplace_passes',
    text: `SELECT stream, ${shown} FROM marketplace_pass
           WHERE organization_id = $1 AND partner = $2 AND pass = $3 ORDER BY stream`,
    values: [scope.organizationId, partner, pass],
  });

/** Begins a pass at the first page, and replaces an earlier pass. */
export async function beginPass(
  scope: OrgTransaction,
  { partner, stream, pass }: Place,
  since: string | undefined,
): Promise<Pass> {
  const [row] = await scope.query<Pass>({
    name: 'begin_marketplace_pass',
    text: `INSERT INTO marketplace_pass AS p (organization_id, partner, stream, pass, since, begun_at)
           VALUES ($1, $2, $3, $4, $5, $6)
           ON CONFLICT (organization_id, partner, stream, pass) DO UPDATE SET
             cursor = NULL, since = excluded.since, begun_at = excluded.begun_at, ended_at = NULL,
             listed = 0, made = 0, reconciled = 0, begun_again_at = NULL, refused = NULL, failure = NULL
           RETURNING ${shown}`,
    values: [scope.organizationId, partner, stream, pass, since, scope.now],
  });
  return row as Pass;
}

/** Records that a page was processed, with the cursor of the next page; without a cursor, the pass ends. */
export async function keepPage(
  scope: OrgTransaction,
  { partner, stream, pass }: Place,
  page: {
    cursor: string | undefined;
    listed: number;
    made: number;
    reconciled: number;
    refused: readonly string[];
  },
): Promise<void> {
  await scope.query({
    name: 'keep_marketplace_page',
    text: `UPDATE marketplace_pass SET cursor = $5, listed = listed + $6, made = made + $7, reconciled = reconciled + $8,
             ended_at = CASE WHEN $5::text IS NULL THEN $9::timestamptz END,
             refused = nullif(left(concat_ws(' ', refused, $10::text), ${longestWords}), '')
           WHERE organization_id = $1 AND partner = $2 AND stream = $3 AND pass = $4`,
    values: [
      ...[scope.organizationId, partner, stream, pass, page.cursor ?? null],
      ...[page.listed, page.made, page.reconciled, scope.now],
      page.refused.length > 0 ? page.refused.join(' ') : null,
    ],
  });
}

/**
 * Restarts a pass at the first page, because the marketplace rejects its cursor. Returns false if the pass has already
 * been restarted. In this case the marketplace rejects the list itself, and further restarts would loop.
 */
export async function forgetCursor(
  scope: OrgTransaction,
  { partner, stream, pass }: Place,
): Promise<boolean> {
  const rows = await scope.query({
    name: 'forget_marketplace_cursor',
    text: `UPDATE marketplace_pass SET cursor = NULL, refused = NULL, begun_again_at = $5
           WHERE organization_id = $1 AND partner = $2 AND stream = $3 AND pass = $4 AND begun_again_at IS NULL
           RETURNING partner`,
    values: [scope.organizationId, partner, stream, pass, scope.now],
  });
  return rows.length > 0;
}

/** Records why a pass failed. The next reading of the list restarts or continues the pass. */
export async function failPass(
  scope: OrgTransaction,
  { partner, stream, pass }: Place,
  failure: string,
): Promise<void> {
  await scope.query({
    name: 'fail_marketplace_pass',
    text: `UPDATE marketplace_pass SET failure = left($5::text, ${longestWords})
           WHERE organization_id = $1 AND partner = $2 AND stream = $3 AND pass = $4`,
    values: [scope.organizationId, partner, stream, pass, failure],
  });
}

/** Reopens a failed pass at the page at which it stopped. */
export async function reopenPass(
  scope: OrgTransaction,
  { partner, stream, pass }: Place,
): Promise<Pass | undefined> {
  const [row] = await scope.query<Pass>({
    name: 'reopen_marketplace_pass',
    text: `UPDATE marketplace_pass SET failure = NULL, begun_again_at = NULL
           WHERE organization_id = $1 AND partner = $2 AND stream = $3 AND pass = $4 RETURNING ${shown}`,
    values: [scope.organizationId, partner, stream, pass],
  });
  return row;
}

/** Deletes all passes over the lists of a marketplace. */
export async function forgetPasses(scope: OrgTransaction, partner: string): Promise<void> {
  await scope.query({
    name: 'forget_marketplace_pass',
    text: 'DELETE FROM marketplace_pass WHERE organization_id = $1 AND partner = $2',
    values: [scope.organizationId, partner],
  });
}
