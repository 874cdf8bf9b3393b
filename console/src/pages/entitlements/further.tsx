import type { Action, WithId, WorkloadEntitlement } from '@tradepost/sdk';
import type { MenuItem } from '../../ui/menu.tsx';
import { AvailableMenu } from '../../ui/operation/available-menu.tsx';
import { entitlementOperations } from './operations.ts';

type Props = {
  orgId: string;
  entitlement: WithId<WorkloadEntitlement>;
  queryKey: readonly unknown[];
  read: (signal: AbortSignal) => Promise<Action[]>;
  before: readonly MenuItem[];
  after: readonly MenuItem[];
};

/** The menu of the operations that need input, and of the buyer's operations in the sandbox. */
export const FurtherOperations = ({ orgId, entitlement, ...listed }: Props) => (
  <AvailableMenu
    orgId={orgId}
    row={entitlement}
    params={{ entitlementId: entitlement.id }}
    actions={entitlementOperations}
    {...listed}
  />
);
