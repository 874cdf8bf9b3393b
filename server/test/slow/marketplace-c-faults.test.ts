import { testHistories } from './faults/histories.ts';
import { createFaults } from './faults/mkC/faults.ts';
import { createLife } from './faults/mkC/life.ts';
import { reconcile } from './faults/mkC/reconcile.ts';
import { startSide } from './faults/mkC/side.ts';
import { minuteMs } from './faults/world.ts';

testHistories(
  {
    title:
      'histories of orders and offers on marketplace C with faults and kills have each order, offer and unit of usage once',
    name: 'MKC',
    file: 'marketplace-c-faults.test.ts',
  },
  {
    acts: 16,
    startSide,
    prepare: async ({ good, go }) => {
      await good('post', '/product/sync', { partner: 'MKC' });
      await go(minuteMs);
      const [listed] = await good('get', '/partner/MKC/product');
      // Usage needs a price, which the marketplace does not return.
      await good('post', '/offer', {
        partner: 'MKC',
        offerType: 'DEFAULT',
        productID: listed.id,
        name: 'Pay as you go',
        info: { currency: 'USD', dimensions: [{ key: 'requests', rate: 0.5 }] },
      });
    },
    createLife,
    createFaults,
    reconcile,
  },
);
