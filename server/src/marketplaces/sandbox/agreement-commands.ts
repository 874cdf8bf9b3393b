import type { OrgTransaction } from '../../platform/access/scope.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import type { MarketplaceAdapter } from '../adapter.ts';
import { done } from '../changes.ts';
import { MarketplaceError } from '../errors.ts';
import type { MarketplacePartner } from '../partners.ts';
import { findAgreement, moveAgreement, setAgreementQuantity } from './agreement-store.ts';
import { approveAmendment } from './bases.ts';
import { requestCancellation } from './cancellation-requests.ts';
import { capabilitiesOf } from './capabilities.ts';
import { notifyJob } from './jobs.ts';
import { begun, type SandboxAgreementState } from './states.ts';

type Inside = <T>(work: (scope: OrgTransaction) => Promise<T>) => Promise<T>;

const refuse = (code: string, readable: string) => new MarketplaceError(code, { kind: 'refused', readable });

/**
 * Creates the commands of a seller on an agreement at the marketplace that the sandbox plays. It sends a notification
 * of each.
 */
export function agreementCommands(
  partner: MarketplacePartner,
  inside: Inside,
  wake: () => void,
): Pick<MarketplaceAdapter, 'approveAgreement' | 'cancelAgreement' | 'changeQuantity'> {
  const can = capabilitiesOf(partner);

  /** Runs a change of an agreement that is there, and enqueues the notification of it. */
  const change = async (
    id: string,
    work: (scope: OrgTransaction, known: SandboxAgreementState) => Promise<boolean>,
  ) => {
    await inside(async (scope) => {
      const agreement = await findAgreement(scope, id);
      if (agreement?.partner !== partner)
        throw refuse('NOT_FOUND', `The marketplace has no agreement ${id} of this seller.`);
      if (!(await work(scope, agreement.state))) return;
      const noticeId = scope.newId('msg');
      await scope.query(enqueue(scope, notifyJob, { partner, kind: 'AGREEMENT', externalId: id, noticeId }));
    });
    wake();
  };

  return {
    approveAgreement: async (id) => {
      if (!can.approval) throw refuse('NOT_SUPPORTED', 'The marketplace asks for no approval of the seller.');
      await change(id, async (scope, state) => {
        if (await moveAgreement(scope, id, ['PENDING_APPROVAL'], 'ACTIVE')) return true;
        const amended = await approveAmendment(scope, id);
        if (amended && 'refusal' in amended) throw refuse('NOT_ACTIVE', amended.refusal);
        if (amended) return true;
        if (state === 'CANCELLED') throw refuse('CANCELLED', 'The buyer has cancelled the agreement.');
        return false;
      });
    },
    cancelAgreement: async (id) => {
      if (can.cancelAgreement === 'none')
        throw refuse('NOT_SUPPORTED', 'Only the buyer can cancel at this marketplace.');
      const end = (scope: OrgTransaction) =>
        can.cancelAgreement === 'immediate'
          ? moveAgreement(scope, id, begun, 'CANCELLED')
          : requestCancellation(scope, id);
      await change(id, async (scope, state) => {
        if (await end(scope)) return true;
        if (state === 'PENDING_APPROVAL')
          throw refuse('NOT_ACTIVE', 'An agreement that was never active cannot be cancelled by the seller.');
        return false;
      });
      return done(id);
    },
    changeQuantity: async (id, quantity) => {
      if (!can.changeQuantity)
        throw refuse('NOT_SUPPORTED', 'The marketplace does not let sellers change quantities.');
      await change(id, async (scope, state) => {
        if (await setAgreementQuantity(scope, id, quantity)) return true;
        throw refuse('NOT_ACTIVE', `The agreement is ${state}, and its quantity stays.`);
      });
    },
  };
}
