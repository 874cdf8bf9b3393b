import { isMarketplace } from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { enqueue } from '../platform/jobs/queue.ts';
import { importJob } from './import-job.ts';
import { findImport, findSyncIntegration, isOf, setStopped } from './import-store.ts';
import { scheduleReconciliations } from './reconciliation-jobs.ts';

/**
 * Begins the synchronization with a marketplace, in the transaction that marks its integration as verified: the import,
 * once for each account, or the subsequent reconciliations. Has no effect if both exist.
 */
export async function beginSynchronization(
  scope: OrgTransaction,
  { partner, service }: { partner: string; service: string },
): Promise<void> {
  if (scope.environment !== 'PROD' || service !== 'MARKETPLACE' || !isMarketplace(partner)) return;
  const connected = await findSyncIntegration(scope, partner);
  const known = await findImport(scope, partner);
  if (isOf(known, connected)) {
    if (known.ended_at !== null) return scheduleReconciliations(scope, partner);
    // An import that was stopped on request continues only on request.
    if (known.stopped_at !== null) return;
  }
  await requestImport(scope, partner);
}

/**
 * Requests the import of a marketplace, or continues a stopped import, unless an import is in progress.
 * @returns the id of the job
 */
export async function requestImport(scope: OrgTransaction, partner: string): Promise<string> {
  await setStopped(scope, partner, false);
  const [waiting] = await scope.query<{ id: string }>({
    name: 'import_under_way',
    text: `SELECT j.id FROM job j WHERE j.organization_id = $1 AND j.kind = $2 AND j.lane = $3 AND j.finished_at IS NULL
             AND j.cancelled_by IS NULL LIMIT 1`,
    values: [scope.organizationId, importJob.kind, importJob.lane({ partner })],
  });
  if (waiting) return waiting.id;
  const id = scope.newId('job');
  await scope.query(enqueue(scope, importJob, { partner }, { id }));
  return id;
}
