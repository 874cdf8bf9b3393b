import type { OrgTransaction } from '../../platform/access/scope.ts';
import { columns, defineStatement, parameters, rows } from '../../platform/database/define-statement.ts';
import { type NewEntry, ownColumns } from './entries.ts';

/** Inserts entries at the positions after the last entry of each term. */
const insertEntries = defineStatement(
  'insert_usage_ledger',
  {
    common: columns('usage_ledger', ['organization_id', 'creation_time']),
    terms: parameters({ ids: 'text[]' }),
    entries: rows('usage_ledger', ownColumns, { place: 'integer' }),
  },
  ({ common, terms, entries }) => `
    ${entries.insert('n', { ...common.at, position: 'last.position + n.place' })}
    FROM ${entries.unnest('n')}
    JOIN (
      SELECT t.id, coalesce((
        SELECT l.position FROM usage_ledger l
        WHERE l.organization_id = ${common.at.organization_id} AND l.entitlement_term_id = t.id
        ORDER BY l.position DESC LIMIT 1), 0) AS position
      FROM unnest(${terms.ids}) AS t (id)) last ON last.id = n.entitlement_term_id`,
);

/** Appends entries, in the given order, to the ledgers of terms that this transaction has locked. */
export async function appendEntries(scope: OrgTransaction, entries: readonly NewEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const places = new Map<string, number>();
  const numbered = entries.map((entry) => {
    const place = (places.get(entry.entitlement_term_id) ?? 0) + 1;
    places.set(entry.entitlement_term_id, place);
    return { ...entry, place, id: scope.newId('uld') };
  });
  await scope.query(
    insertEntries({
      common: { organization_id: scope.organizationId, creation_time: scope.now },
      terms: { ids: [...places.keys()] },
      entries: numbered,
    }),
  );
}
