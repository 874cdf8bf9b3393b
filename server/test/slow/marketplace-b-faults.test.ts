import { testHistories } from './faults/histories.ts';
import { createFaults } from './faults/mkB/faults.ts';
import { createLife } from './faults/mkB/life.ts';
import { reconcile } from './faults/mkB/reconcile.ts';
import { startSide } from './faults/mkB/side.ts';
import { minuteMs } from './faults/world.ts';

testHistories(
  {
    title:
      'histories of purchases and offers on marketplace B with faults and kills have each sale, offer and unit of usage once',
    name: 'MKB',
    file: 'marketplace-b-faults.test.ts',
  },
  {
    acts: 16,
    startSide,
    prepare: async ({ good, go }) => {
      await good('post', '/product/sync', { partner: 'MKB' });
      await go(minuteMs);
    },
    createLife,
    createFaults,
    reconcile,
  },
);
