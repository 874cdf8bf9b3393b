import type { OrgTransaction } from '../../platform/access/scope.ts';
import { groupBy } from '../../platform/records/group-by.ts';
import { addReportedUsage, recordAccepted } from '../ledger/index.ts';
import { asItIs, changeLines, type Line, type LineChange, lockLines } from './line-store.ts';
import { settleReports } from './report-store.ts';
import type { Outcome } from './verdicts.ts';

/** A change to a line. */
export type Change = Partial<Omit<LineChange, 'id'>> & { alert?: string | undefined };

export const changeBy = (outcome: Outcome, now: Date): Change => ({
  state: outcome.state,
  due_time: outcome.dueTime,
  external_id: outcome.externalId,
  verdict: JSON.stringify(outcome.kept),
  ...(outcome.alert === undefined ? {} : { alerted_time: now, alert: outcome.alert }),
});

/** Error for a line that was changed after it was read; the computed change is stale. */
export class LineChanged extends Error {
  override readonly name = 'LineChanged';
}

/**
 * Applies changes to lines, ledger and reports. Lock order: entitlements, terms, lines, reports.
 * @throws LineMoved if a line was changed after it was read
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
    // A line that was moved to a different hour at the end of its agreement must keep the new hour.
    if (!isSame || now.bucket_hour !== line.bucket_hour) throw new LineChanged(line.id);
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
