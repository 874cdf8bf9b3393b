import type { OrgTransaction } from '../../platform/access/scope.ts';
import { defineStatement, rows } from '../../platform/database/define-statement.ts';
import { entryColumns, type NewEntry } from './entries.ts';

const insertEntries = defineStatement(
  'insert_usage_ledger',
  { entries: rows('usage_ledger', entryColumns) },
  ({ entries }) => `${entries.insert('n', {})} FROM ${entries.unnest('n')}`,
);

/** Adds entries to the ledgers of terms that the transaction has locked, in their order. */
export async function appendEntries(scope: OrgTransaction, entries: readonly NewEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const last = await lastPositions(scope, [
    ...new Set(entries.map(({ entitlement_term_id: termId }) => termId)),
  ]);
  await scope.query(
    insertEntries({
      entries: entries.map((entry) => {
        const position = (last.get(entry.entitlement_term_id) ?? 0) + 1;
        last.set(entry.entitlement_term_id, position);
        return {
          ...entry,
          organization_id: scope.organizationId,
          position,
          id: scope.newId('uld'),
          creation_time: scope.now.toISOString(),
        };
      }),
    }),
  );
}

async function lastPositions(scope: OrgTransaction, termIds: string[]): Promise<Map<string, number>> {
  const found = await scope.query<{ id: string; position: number }>({
    name: 'last_usage_ledger_positions',
    text: `SELECT wanted.id, last.position FROM unnest($2::text[]) AS wanted (id),
             LATERAL (SELECT l.position FROM usage_ledger l
               WHERE l.organization_id = $1 AND l.entitlement_term_id = wanted.id
               ORDER BY l.position DESC LIMIT 1) last`,
    values: [scope.organizationId, termIds],
  });
  return new Map(found.map(({ id, position }) => [id, position]));
}
