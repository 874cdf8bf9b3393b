import type { MarketplaceAdapter } from '../../adapter.ts';
import { completedChange } from '../../changes.ts';
import { inOrder } from '../../in-order.ts';
import type { AgreementSnapshot } from '../../snapshots.ts';
import { refusal, unreadable } from '../errors.ts';
import { createReadChange, runningActivation, runningOperation } from './follow.ts';
import type { Changes } from './operations.ts';
import type { Plan, Subscription } from './records.ts';
import { isPending, showSubscription, statusOf } from './show.ts';
import type { Subscriptions } from './subscriptions.ts';

type Port = Required<
  Pick<
    MarketplaceAdapter,
    | 'readAgreement'
    | 'listAgreements'
    | 'approveAgreement'
    | 'rejectAgreement'
    | 'cancelAgreement'
    | 'changeQuantity'
    | 'readChange'
  >
>;
type Deps = { subscriptions: Subscriptions; changes: Changes };

/** Creates the adapter methods for agreements, which the marketplace calls subscriptions. */
export function createAgreementPort({ subscriptions, changes }: Deps): Port {
  /** Reads the present plan with its prices. The plans of an ended subscription no longer matter. */
  async function planOf(subscription: Subscription): Promise<Plan | undefined> {
    const { id, planId } = subscription;
    if (!id || !planId || statusOf(subscription) === 'CANCELLED') return undefined;
    const plans = await subscriptions.plans(id, planId);
    return plans.find((plan) => plan.planId === planId);
  }
  const show = async (subscription: Subscription): Promise<AgreementSnapshot | undefined> =>
    showSubscription(subscription, await planOf(subscription));

  return {
    readChange: createReadChange({ subscriptions, changes }),
    readAgreement: async (id) => {
      const found = await subscriptions.find(id);
      if (!found) return undefined;
      const shown = await show(found);
      if (!shown) throw unreadable(`the state ${found.saasSubscriptionStatus} of a subscription`, 'reads');
      return shown;
    },
    // The list has no filter by the time of a change, and includes ended subscriptions.
    listAgreements: async ({ cursor } = {}) => {
      const page = await subscriptions.page(cursor);
      const shown = await inOrder(page.subscriptions, show);
      const refused = page.subscriptions.filter((_, index) => !shown[index]).map(unsupported);
      return {
        items: shown.filter((one): one is AgreementSnapshot => one !== undefined),
        cursor: page.next,
        ...(refused.length > 0 ? { refused } : {}),
      };
    },
    approveAgreement: async (id) => {
      const one = await subscriptions.require(id);
      if (!isPending(one)) return afterApproval(one);
      await changes.activate(id, { planId: one.planId ?? '', quantity: one.quantity });
      return runningActivation(id);
    },
    // The marketplace cannot show a reason: a rejected purchase is cancelled like any other.
    rejectAgreement: async (id) => {
      const one = await subscriptions.require(id);
      if (statusOf(one) === 'CANCELLED') return completedChange(id);
      if (!isPending(one))
        throw refusal('ALREADY_APPROVED', 'The subscription was approved already. Cancel it instead.');
      return runningOperation(id, await changes.cancel(id));
    },
    cancelAgreement: async (id) => {
      const one = await subscriptions.require(id);
      if (statusOf(one) === 'CANCELLED') return completedChange(id);
      return runningOperation(id, await changes.cancel(id));
    },
    changeQuantity: async (id, quantity) => {
      const one = await subscriptions.require(id);
      if (one.quantity === quantity) return completedChange(id);
      if (statusOf(one) !== 'ACTIVE')
        throw refusal(
          'NOT_ACTIVE',
          'The quantity can change only while the subscription is active at the marketplace.',
        );
      return runningOperation(id, await changes.changeQuantity(id, quantity));
    },
  };
}

const unsupported = ({ id, saasSubscriptionStatus: state }: Subscription): string =>
  `The state ${state} of subscription ${id} is not supported.`;

/** Returns the result of an approval that the marketplace does not wait for. */
function afterApproval(one: Subscription) {
  if (statusOf(one) === 'CANCELLED')
    throw refusal('CANCELLED', 'The subscription has been cancelled. The buyer can purchase again.');
  if (statusOf(one) === 'PENDING_START')
    throw refusal(
      'NOT_STARTED',
      'The buyer has not completed the purchase at the marketplace. Approve it once the buyer has opened your landing page.',
    );
  return completedChange(one.id);
}
