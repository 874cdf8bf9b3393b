import type { MarketplaceAdapter } from '../adapter.ts';
import { type Calls, rates } from './calls.ts';
import { type Reply, refusal, unreadable } from './errors.ts';
import type { Subscription } from './fulfilment/records.ts';
import { buyerOf } from './fulfilment/show.ts';

/** Query parameter with which the marketplace opens the landing page. */
export const tokenParameter = 'token';

type Resolved = {
  id?: string;
  offerId?: string;
  planId?: string;
  subscription?: Subscription;
};

/** Creates the adapter method that resolves a purchase token. Errors never contain the token. */
export const createPurchasePort = ({
  call,
}: Pick<Calls, 'call'>): Required<Pick<MarketplaceAdapter, 'resolvePurchase'>> => ({
  resolvePurchase: async (token) => {
    // A header cannot contain other characters, and tokens have none.
    if (!/^[\x21-\x7e]+$/.test(token)) throw notGenuine(400);
    const { body } = await call({
      method: 'POST',
      path: '/saas/subscriptions/resolve',
      headers: { 'x-ms-marketplace-token': token },
      rate: rates.fulfilment,
      // A token may be resolved repeatedly, without an effect.
      effect: 'reads',
      explain: ({ status }: Reply) => (status === 400 || status === 404 ? notGenuine(status) : undefined),
    });
    const { id, offerId, planId, subscription } = (body ?? {}) as Resolved;
    if (!id) throw unreadable('no subscription for a token', 'reads');
    return {
      externalBuyerId: buyerOf({ ...subscription, id }),
      externalProductId: offerId ?? subscription?.offerId,
      externalAgreementId: id.toLowerCase(),
      planId: planId ?? subscription?.planId,
    };
  },
});

const notGenuine = (status: number) =>
  refusal(
    `HTTP ${status} for a purchase token`,
    'The registration link is invalid or older than 24 hours. Start again from the marketplace.',
  );
