import type { Logger } from 'pino';
import type { InOrganization, OrgTransaction } from '../../platform/access/scope.ts';
import type { ClaimedDelivery } from './claims.ts';
import { type EndpointRow, lockEndpoint, nextSequence, recordEndpoint, setStatus } from './endpoint-store.ts';
import type { FailingEndpoint } from './outcomes.ts';
import { verdictOn } from './retry.ts';

type Deps = { inOrganization: InOrganization; log: Logger; now: () => Date };

/** Disables the endpoint. The event for this change notifies the organization. */
async function disable(scope: OrgTransaction, id: string, reason: string): Promise<void> {
  const before = await lockEndpoint(scope, id);
  if (before?.status !== 'ENABLED') return;
  const row = await setStatus(scope, id, 'DISABLED', reason);
  await scope.query(recordEndpoint(scope, 'UPDATE', row, before));
}

/** Disables an endpoint whose receiver responded with 410 Gone. */
export const disableEndpoint = (
  { inOrganization }: Deps,
  { organization_id, endpoint_id, url, event_id }: ClaimedDelivery,
): Promise<void> =>
  inOrganization(organization_id, event_id, async (scope) => {
    // If the endpoint's URL has changed since the attempt, the response came from the old URL.
    const current = await lockEndpoint(scope, endpoint_id);
    if (current?.url === url) await disable(scope, endpoint_id, 'The receiver responded with 410 Gone.');
  });

/** Notifies the organization of a continuously failing endpoint, and disables the endpoint if the failures continue. */
export async function judgeFailing({ inOrganization, now }: Deps, failing: FailingEndpoint): Promise<void> {
  const { organizationId, endpointId } = failing;
  const verdict = verdictOn(failing, now());
  if (verdict === 'GOES_ON') return;
  await inOrganization(organizationId, endpointId, async (scope) => {
    const days = Math.floor((now().getTime() - failing.failingSince.getTime()) / 86_400_000);
    if (verdict === 'DISABLE') return disable(scope, endpointId, `All deliveries failed for ${days} days.`);
    // Lock order: the endpoint before its queue.
    await lockEndpoint(scope, endpointId);
    if (!(await noteWarning(scope, endpointId))) return;
    const row = (await nextSequence(scope, endpointId)) as EndpointRow;
    await scope.query(recordEndpoint(scope, 'NOTIFY', row, row));
  });
}

/** Records that the organization is notified. Returns true for the first process only. */
async function noteWarning(scope: OrgTransaction, endpointId: string): Promise<boolean> {
  const rows = await scope.query({
    name: 'note_webhook_warning',
    text: `UPDATE webhook_queue q SET warned_at = clock_timestamp()
           WHERE q.organization_id = $1 AND q.endpoint_id = $2 AND q.warned_at IS NULL AND q.failing_since IS NOT NULL
           RETURNING q.endpoint_id`,
    values: [scope.organizationId, endpointId],
  });
  return rows.length > 0;
}
