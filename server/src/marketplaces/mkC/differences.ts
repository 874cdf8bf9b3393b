import type { Check } from '../credentials.ts';
import type { Procurement } from './procurement/procurement.ts';
import { type Entitlement, productOf } from './procurement/records.ts';
import { knownStates } from './procurement/show.ts';

/** Compares a page of orders with the format that the adapter supports. Read-only. */
export const createDifferences =
  ({ list }: Procurement) =>
  async (signal: AbortSignal): Promise<Check[]> => {
    const { entitlements = [] } = await list();
    signal.throwIfAborted();
    return [...new Set(entitlements.flatMap(differencesIn))].map((message) => ({
      name: 'orders',
      passed: false,
      message,
    }));
  };

const differencesIn = (one: Entitlement): string[] => [
  ...(knownStates.has(one.state ?? '')
    ? []
    : [`an order has the state ${one.state}, which the adapter does not support`]),
  ...(/^providers\/[^/]+\/entitlements\/[^/]+$/.test(one.name ?? '')
    ? []
    : ['an order has a name of another form']),
  ...(/^providers\/[^/]+\/accounts\/[^/]+$/.test(one.account ?? '')
    ? []
    : ['an order has an account of another form']),
  ...(productOf(one) ? [] : ['an order names no product']),
  ...(one.createTime && one.updateTime ? [] : ['an order has no times']),
  ...(one.orderId ? [] : ['an order has no order id, by which landing tokens name it']),
  ...(one.offer && !/\/(privateOffers|standardOffers)\/[^/]+$/.test(one.offer)
    ? ['an offer has a name of another form']
    : []),
  ...(one.offerDuration && !/^P(\d+Y)?(\d+M)?$/.test(one.offerDuration)
    ? ['an offer has a length that is not of whole months']
    : []),
];
