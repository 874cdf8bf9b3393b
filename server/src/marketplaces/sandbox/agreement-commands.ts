import type { OrgTransaction } from '../../platform/access/scope.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import type { MarketplaceAdapter } from '../adapter.ts';
import type { Capabilities } from '../capabilities.ts';
import { type Change, completedChange } from '../changes.ts';
import { MarketplaceError } from '../errors.ts';
import type { MarketplacePartner } from '../partners.ts';
import { findAgreement, moveAgreement, setAgreementQuantity } from './agreement-store.ts';
import { approveAmendment } from './bases.ts';
import { approveAccount } from './buyer-accounts.ts';
import { requestCancellation, withdrawRequest } from './cancellation-requests.ts';
import { capabilitiesOf } from './capabilities.ts';
import { notifyJob } from './jobs.ts';
import { begun, type SandboxAgreementState } from './states.ts';

type Commands = Pick<
  MarketplaceAdapter,
  'approveAgreement' | 'rejectAgreement' | 'cancelAgreement' | 'changeQuantity' | 'withdrawCancellation'
>;
type RunInTransaction = <T>(work: (scope: OrgTransaction) => Promise<T>) => Promise<T>;

const refuse = (code: string, readable: string) => new MarketplaceError(code, { kind: 'refused', readable });

/**
 * Creates the seller's commands on agreements at the simulated marketplace. Each command sends a
 * notification.
 */
export function agreementCommands(
  partner: MarketplacePartner,
  inside: RunInTransaction,
  wake: () => void,
): Commands {
  const can = capabilitiesOf(partner);

  /** Changes an existing agreement and enqueues the notification. */
  const change = async (
    id: string,
    work: (scope: OrgTransaction, known: SandboxAgreementState) => Promise<boolean>,
  ): Promise<Change> => {
    await inside(async (scope) => {
      const agreement = await findAgreement(scope, id);
      if (agreement?.partner !== partner)
        throw refuse('NOT_FOUND', `The marketplace has no agreement ${id} of this seller.`);
      if (!(await work(scope, agreement.state))) return;
      const noticeId = scope.newId('msg');
      await scope.query(enqueue(scope, notifyJob, { partner, kind: 'AGREEMENT', externalId: id, noticeId }));
    });
    wake();
    return completedChange(id);
  };

  return {
    approveAgreement: async (id) => {
      if (!can.approval)
        throw refuse('NOT_SUPPORTED', 'This marketplace does not need the seller’s approval.');
      return change(id, (scope, state) => approve(scope, id, state, can));
    },
    ...(can.approval
      ? {
          rejectAgreement: (id: string) => change(id, (scope, state) => reject(scope, id, state)),
        }
      : {}),
    cancelAgreement: async (id, _key, reason) => {
      if (can.cancelAgreement === 'none')
        throw refuse('NOT_SUPPORTED', 'Only the buyer can cancel an agreement at this marketplace.');
      const end = (scope: OrgTransaction) =>
        can.cancelAgreement === 'immediate'
          ? moveAgreement(scope, id, begun, 'CANCELLED')
          : requestCancellation(scope, id, reason);
      return change(id, async (scope, state) => {
        if (await end(scope)) return true;
        if (state === 'PENDING_APPROVAL')
          throw refuse('NOT_ACTIVE', 'An agreement that was never active cannot be cancelled by the seller.');
        return false;
      });
    },
    ...(can.cancelAgreement === 'request'
      ? {
          withdrawCancellation: async (id: string, description?: string) => {
            await change(id, (scope) => withdrawRequest(scope, id, description));
          },
        }
      : {}),
    changeQuantity: async (id, quantity) => {
      if (!can.changeQuantity)
        throw refuse('NOT_SUPPORTED', 'This marketplace does not allow sellers to change quantities.');
      return change(id, async (scope, state) => {
        if (await setAgreementQuantity(scope, id, quantity)) return true;
        throw refuse('NOT_ACTIVE', `The quantity of a ${state} agreement cannot be changed.`);
      });
    },
  };
}

/**
 * Approves an agreement, or an accepted offer that changes it, with the buyer's account. Returns false if nothing waits
 * for approval.
 */
async function approve(
  scope: OrgTransaction,
  id: string,
  state: SandboxAgreementState,
  { approvesAccounts }: Pick<Capabilities, 'approvesAccounts'>,
): Promise<boolean> {
  const isMoved = await moveAgreement(scope, id, ['PENDING_APPROVAL'], 'ACTIVE');
  const amended = isMoved ? undefined : await approveAmendment(scope, id);
  if (amended && 'refusal' in amended) throw refuse('NOT_ACTIVE', amended.refusal);
  if (isMoved || amended) {
    if (approvesAccounts) await approveAccount(scope, id);
    return true;
  }
  if (state === 'CANCELLED') throw refuse('CANCELLED', 'The agreement has been cancelled.');
  return false;
}

/** Rejects an agreement that waits for the seller's approval. Returns false if it was rejected before. */
async function reject(scope: OrgTransaction, id: string, state: SandboxAgreementState): Promise<boolean> {
  if (await moveAgreement(scope, id, ['PENDING_APPROVAL'], 'CANCELLED')) return true;
  if (state === 'CANCELLED') return false;
  throw refuse('NOT_PENDING', 'The agreement does not wait for the seller’s approval.');
}
