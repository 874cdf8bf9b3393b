import type { WithId, WorkloadEntitlement } from '@tradepost/sdk';
import { FlaskConical } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { tradepost } from '../../api.ts';
import { keys, useOrganization } from '../../organization.ts';
import { Actions } from '../../ui/actions.tsx';
import { useChange } from '../../ui/change.ts';
import { Button } from '../../ui/controls.tsx';
import { Failure } from '../../ui/states.tsx';

/** The descriptions of the further operations are large, and rarely needed. */
const FurtherOperations = lazy(async () => ({ default: (await import('./further.tsx')).FurtherOperations }));

type Props = { orgId: string; entitlement: WithId<WorkloadEntitlement> };

/** The actions on an entitlement. */
export function EntitlementActions({ orgId, entitlement }: Props) {
  const { id, status, metaInfo } = entitlement;
  const isScheduled = metaInfo?.entitlementCancellationSchedule !== undefined;
  const api = tradepost.in(orgId).entitlements;
  const listed = {
    queryKey: [...keys.one(orgId, 'entitlements', id), 'actions', status],
    read: (signal: AbortSignal) => api.listActions(id, { signal }),
  };
  return (
    <Actions
      orgId={orgId}
      {...listed}
      known={{
        approve: { words: 'Approve', run: () => api.approve(id), isMain: true },
        synchronize: { words: 'Synchronize with the marketplace', run: () => api.sync(id), isMain: true },
        scheduleCancellation: {
          words: 'Cancel at end of term',
          run: () => api.scheduleCancellation(id, { type: 'EndOfTerm' }),
          question: 'The entitlement will not renew. You can undo this until the term ends.',
        },
        // The operation is always allowed. Without a scheduled cancellation, it has no effect.
        unscheduleCancellation: isScheduled
          ? { words: 'Undo cancellation', run: () => api.unscheduleCancellation(id), isMain: true }
          : undefined,
        // A request can be withdrawn only while it awaits the buyer's decision.
        withdrawCancellation:
          status === 'PENDING_CANCEL'
            ? {
                words: 'Withdraw the cancellation request',
                run: () => api.withdrawCancellation(id),
                isMain: true,
              }
            : undefined,
        cancel: {
          words: 'Cancel entitlement',
          run: () => api.cancel(id),
          question: 'The buyer loses access. Some marketplaces ask the buyer for approval first.',
        },
      }}
      menu={(before, after) => (
        <Suspense fallback={null}>
          <FurtherOperations
            orgId={orgId}
            entitlement={entitlement}
            before={before}
            after={after}
            {...listed}
          />
        </Suspense>
      )}
    >
      <RenewAsBuyer orgId={orgId} entitlementId={id} status={status} />
    </Actions>
  );
}

type BuyerActionProps = { orgId: string; entitlementId: string; status: string | undefined };

/** The buyer's actions, in a TEST organization. */
function RenewAsBuyer({ orgId, entitlementId, status }: BuyerActionProps) {
  const { organization, missingPermission } = useOrganization(orgId);
  const renewal = useChange(orgId, () => tradepost.in(orgId).sandbox.renewEntitlement(entitlementId));
  if (organization?.environment !== 'TEST') return null;
  const notNow =
    status === 'ACTIVE' ? undefined : `Buyers renew ACTIVE entitlements only; this one is ${status}.`;
  return (
    <>
      <Button
        icon={FlaskConical}
        reason={missingPermission('sandbox:write') ?? notNow}
        disabled={renewal.isPending}
        onClick={() => renewal.send()}
      >
        Renew as buyer
      </Button>
      {renewal.error && <Failure error={renewal.error} />}
    </>
  );
}
