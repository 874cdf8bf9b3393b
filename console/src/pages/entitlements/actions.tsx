import type { Kept, WorkloadEntitlement } from '@tradepost/sdk';
import { tradepost } from '../../api.ts';
import { keys, useOrganization } from '../../organization.ts';
import { Actions } from '../../ui/actions.tsx';
import { useChange } from '../../ui/change.ts';
import { Button } from '../../ui/controls.tsx';
import { Failure } from '../../ui/states.tsx';

type Props = { orgId: string; entitlement: Kept<WorkloadEntitlement> };

/** What can be done with an entitlement. What cannot, says why. */
export function EntitlementActions({ orgId, entitlement: { id, status, metaInfo } }: Props) {
  const isScheduled = metaInfo?.entitlementCancellationSchedule !== undefined;
  const api = tradepost.in(orgId).entitlements;
  return (
    <Actions
      orgId={orgId}
      queryKey={[...keys.one(orgId, 'entitlements', id), 'actions', status]}
      read={(signal) => api.listActions(id, { signal })}
      known={{
        approve: { words: 'Approve', run: () => api.approve(id) },
        synchronize: { words: 'Read again from the marketplace', run: () => api.sync(id) },
        scheduleCancellation: {
          words: 'Cancel it at its end',
          run: () => api.scheduleCancellation(id, { type: 'EndOfTerm' }),
          question: 'It does not renew. This can be taken back until then.',
        },
        // It may be called always: where nothing is scheduled, nothing changes.
        unscheduleCancellation: isScheduled
          ? { words: 'Do not cancel it at its end', run: () => api.unscheduleCancellation(id) }
          : undefined,
        cancel: {
          words: 'Cancel the entitlement',
          run: () => api.cancel(id),
          question: 'Its buyer loses what it may use. Some marketplaces ask the buyer first.',
        },
      }}
    >
      <RenewAsBuyer orgId={orgId} entitlementId={id} status={status} />
    </Actions>
  );
}

type Played = { orgId: string; entitlementId: string; status: string | undefined };

/** Plays the buyer, in a test. */
function RenewAsBuyer({ orgId, entitlementId, status }: Played) {
  const { organization, lacking } = useOrganization(orgId);
  const renewal = useChange(orgId, () => tradepost.in(orgId).sandbox.renewEntitlement(entitlementId));
  if (organization?.environment !== 'TEST') return null;
  const notNow = status === 'ACTIVE' ? undefined : `A buyer renews what is ACTIVE; it is ${status}.`;
  return (
    <>
      <Button
        reason={lacking('sandbox:write') ?? notNow}
        disabled={renewal.isPending}
        onClick={() => renewal.send()}
      >
        Renew as the buyer
      </Button>
      {renewal.error && <Failure error={renewal.error} />}
    </>
  );
}
