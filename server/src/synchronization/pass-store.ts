import type { OrgTransaction } from '../platform/access/scope.ts';
import type { RowOf } from '../platform/database/rows.ts';
import type { StreamName } from './streams.ts';

/** The kinds of passes over a list: the import, what changed since, all of it. */
export const passes = ['IMPORT', 'CHANGES', 'COMPARISON'] as const;
export type PassName = (typeof passes)[number];

export type Place = { partner: string; stream: StreamName; pass: PassName };

/** The most characters that are kept of words about a pass. */
const longestWords = 2000;

/** How far a pass is. */
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

/** Begins a pass anew, from the first page on. */
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

/** Notes that a page was taken, and where the next one begins; without a cursor it was the last one. */
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
 * Has a pass begin again with the first page: its marketplace does not take the cursor any more. False where the pass has done so
 * before: the marketplace refuses what is listed there, and would for ever.
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

/** Notes why a pass failed. It is begun anew, or reopened, when its list is read the next time. */
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

/** Lets a pass that failed go on where it was. */
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

/** Forgets all passes over what a marketplace lists. */
export async function forgetPasses(scope: OrgTransaction, partner: string): Promise<void> {
  await scope.query({
    name: 'forget_marketplace_pass',
    text: 'DELETE FROM marketplace_pass WHERE organization_id = $1 AND partner = $2',
    values: [scope.organizationId, partner],
  });
}
