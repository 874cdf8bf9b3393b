import type { OrgScope } from '../access/scope.ts';
import type { Row, Statement } from '../database/statement.ts';
import { type EventFact, recordEvent } from './record-event.ts';

type Further = Pick<EventFact, 'audited' | 'change' | 'id' | 'requestId'>;

/** A record with the number of its last event. */
type Counted = { id: string; sequence: number };

/** Makes the events of records of one kind: each shows the record after the change and, where there was one, before. */
export function createEntityEvents<R extends { id: string }, Action extends string = string>(
  entityType: string,
  encode: (row: Row & R) => string,
) {
  const fact = (
    action: Action | 'DELETE',
    row: R & Counted,
    before?: R,
    further: Further = {},
  ): EventFact => ({
    entityType,
    entityId: row.id,
    sequence: row.sequence,
    action,
    payload: encode(row as Row & R),
    before: before && encode(before as Row & R),
    ...further,
  });
  return {
    /** The event of one change. */
    record: (scope: OrgScope, action: Action, row: R & Counted, before?: R, further?: Further): Statement =>
      recordEvent(scope, fact(action, row, before, further)),
    /** The event of a record whose row is gone, and with it the count of its events: the last one is worked out here. */
    recordRemoved: (scope: OrgScope, row: R & Counted): Statement =>
      recordEvent(scope, fact('DELETE', { ...row, sequence: row.sequence + 1 }, row)),
    /** The facts of records that were changed together; `before` has each of them, in any order, or none. */
    facts: (
      action: Action,
      rows: readonly (R & Counted)[],
      before: readonly R[] = [],
      further?: Further,
    ): EventFact[] => {
      const known = new Map(before.map((row) => [row.id, row]));
      return rows.map((row) => fact(action, row, known.get(row.id), further));
    },
  };
}
