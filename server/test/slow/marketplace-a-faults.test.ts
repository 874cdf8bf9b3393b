import { expect } from 'vitest';
import { testHistories } from './faults/histories.ts';
import { createFaults } from './faults/mkA/faults.ts';
import { createLife } from './faults/mkA/life.ts';
import { reconcile } from './faults/mkA/reconcile.ts';
import { startSide } from './faults/mkA/side.ts';
import { minuteMs } from './faults/world.ts';

testHistories(
  {
    title:
      'histories of offers on marketplace A with faults and kills have each offer, agreement and unit of usage once',
    name: 'MKA',
    file: 'marketplace-a-faults.test.ts',
  },
  {
    acts: 10,
    startSide,
    prepare: async ({ good, go, product }) => {
      await good('post', '/product/sync', { partner: 'MKA' });
      await go(minuteMs);
      expect(await good('get', '/partner/MKA/product')).toMatchObject([{ externalID: product.id }]);
    },
    createLife,
    createFaults,
    reconcile,
  },
);
