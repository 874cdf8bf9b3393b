import type { OrgTransaction } from '../../platform/access/scope.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { encodeTerm, type TermRow } from '../columns.ts';
import { deleteTerm, insertTerm, type NewTermRow, type TermChange, updateTerm } from './store.ts';

/** Writes a new term, and its event. */
export async function createTerm(scope: OrgTransaction, row: NewTermRow): Promise<void> {
  await insertTerm(scope, row);
  await scope.query(
    recordEvent(scope, {
      entityType: 'ENTITLEMENT_TERM',
      entityId: row.id,
      sequence: 1,
      action: 'CREATE',
      payload: encodeTerm(row),
    }),
  );
}

/** Writes what changed of a locked term, and the event of the change. */
export async function changeTerm(scope: OrgTransaction, term: TermRow, change: TermChange): Promise<TermRow> {
  const row = await updateTerm(scope, term, change);
  await record(scope, 'UPDATE', row.sequence, term, row);
  return row;
}

/** Takes away a locked term; its events stay. */
export async function removeTerm(scope: OrgTransaction, term: TermRow): Promise<void> {
  await deleteTerm(scope, term);
  await record(scope, 'DELETE', term.sequence + 1, term, term);
}

const record = (scope: OrgTransaction, action: string, sequence: number, before: TermRow, after: TermRow) =>
  scope.query(
    recordEvent(scope, {
      entityType: 'ENTITLEMENT_TERM',
      entityId: after.id,
      sequence,
      action,
      payload: encodeTerm(after),
      before: encodeTerm(before),
    }),
  );
