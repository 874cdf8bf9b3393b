import type { OrgTransaction } from '../../platform/access/scope.ts';
import { type TermRow, termEvents } from '../columns.ts';
import { deleteTerm, insertTerm, type NewTermRow, type TermChange, updateTerm } from './store.ts';

/** Writes a new term, and its event. */
export async function createTerm(scope: OrgTransaction, row: NewTermRow): Promise<void> {
  await insertTerm(scope, row);
  await scope.query(termEvents.record(scope, 'CREATE', { ...row, sequence: 1 }));
}

/** Writes what changed of a locked term, and the event of the change. */
export async function changeTerm(scope: OrgTransaction, term: TermRow, change: TermChange): Promise<TermRow> {
  const row = await updateTerm(scope, term, change);
  await scope.query(termEvents.record(scope, 'UPDATE', row, term));
  return row;
}

/** Takes away a locked term; its events stay. */
export async function removeTerm(scope: OrgTransaction, term: TermRow): Promise<void> {
  await deleteTerm(scope, term);
  const removed = { ...term, sequence: term.sequence + 1 };
  await scope.query(termEvents.record(scope, 'DELETE', removed, term));
}
