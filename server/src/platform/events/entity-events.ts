import type { OrgScope } from '../access/scope.ts';
import type { Row, Statement } from '../database/statement.ts';
import { type EventFact, recordEvent } from './record-event.ts';

type EventDetails = Pick<EventFact, 'audited' | 'change' | 'id' | 'requestId'>;

/** A record with its event counter. */
type CountedRecord = { id: string; sequence: number };

/**
 * Creates the functions that create events for one record type. An event contains the record after the change and, if
 * the record existed, before the change.
 */
export function createEntityEvents<R extends { id: string }, Action extends string = string>(
  entityType: string,
  encode: (row: Row & R) => string,
) {
  const fact = (
    action: Action | 'DELETE',
    row: R & CountedRecord,
    before?: R,
    further: EventDetails = {},
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
    /** Builds the statement that records one change. */
    record: (
      scope: OrgScope,
      action: Action,
      row: R & CountedRecord,
      before?: R,
      further?: EventDetails,
    ): Statement => recordEvent(scope, fact(action, row, before, further)),
    /**
     * Creates the event for a deleted record. The row with the event counter no longer exists, so the next number is
     * computed here.
     */
    recordRemoved: (scope: OrgScope, row: R & CountedRecord): Statement =>
      recordEvent(scope, fact('DELETE', { ...row, sequence: row.sequence + 1 }, row)),
    /**
     * Creates the events for records that were changed together. `before` is empty, or contains all of these records in
     * any order.
     */
    facts: (
      action: Action,
      rows: readonly (R & CountedRecord)[],
      before: readonly R[] = [],
      further?: EventDetails,
    ): EventFact[] => {
      const known = new Map(before.map((row) => [row.id, row]));
      return rows.map((row) => fact(action, row, known.get(row.id), further));
    },
  };
}
