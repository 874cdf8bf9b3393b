import type { OrgTransaction } from '../../platform/access/scope.ts';
import { groupBy } from '../../platform/records/group-by.ts';
import { addReportedUsage, recordAccepted } from '../ledger/index.ts';
import { asItIs, changeLines, type Line, type LineChange, lockLines } from './line-store.ts';
import { settleReports } from './report-store.ts';
import type { Outcome } from './verdicts.ts';

/** What becomes of a line. */
export type Change = Partial<Omit<LineChange, 'id'>> & { alert?: string | undefined };

export const changeBy = (outcome: Outcome, now: Date): Change => ({
  state: outcome.state,
  due_time: outcome.dueTime,
  external_id: outcome.externalId,
  verdict: JSON.stringify(outcome.kept),
  ...(outcome.alert === undefined ? {} : { alerted_time: now, alert: outcome.alert }),
});

/** A line is not in the state or hour any more for which somebody decided what becomes of it. */
export class LineMoved extends Error {
  override readonly name = 'LineMoved';
}

/**
 * Writes what becomes of lines, in the ledger, on the lines and on their reports. Entitlements and terms are locked first,
 * then the lines, then the reports.
 * @throws LineMoved when a line is not as it was read
 */
export async function applyChanges(
  scope: OrgTransaction,
  changes: readonly { line: Line; change: Change }[],
  options: { byPerson?: boolean } = {},
): Promise<void> {
  const accepted = changes.filter(({ change }) => change.state === 'ACCEPTED').map(({ line }) => line);
  await recordAccepted(scope, accepted);
  const locked = new Map(
    (
      await lockLines(
        scope,
        changes.map(({ line }) => line.id),
      )
    ).map((line) => [line.id, line]),
  );
  for (const { line } of changes) {
    const now = locked.get(line.id);
    const isSame = now?.state === line.state && now.call_id === line.call_id;
    // What the end of an agreement moved must not go back to where it was read.
    if (!isSame || now.bucket_hour !== line.bucket_hour) throw new LineMoved(line.id);
  }
  await addReportedUsage(scope, accepted);
  await changeLines(
    scope,
    changes.map(({ line, change: { alert, ...change } }) => ({ ...asItIs(line), ...change })),
  );
  const alerts = groupBy(
    changes.flatMap(({ line, change: { alert } }) => (alert ? [{ reportId: line.report_id, alert }] : [])),
    ({ reportId }) => reportId,
  );
  await settleReports(
    scope,
    changes.map(({ line }) => line.report_id),
    { alerts: new Map([...alerts].map(([id, own]) => [id, own.map(({ alert }) => alert)])), ...options },
  );
}
