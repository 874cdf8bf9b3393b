import { describe, expect, test } from 'vitest';
import { ended, newKey } from './changes.ts';
import type { World } from './suite.ts';

/** Defines the tests of every adapter for a seller's cancellation requests. */
export function withdrawsRequests(world: World): void {
  describe('requests to buyers', () => {
    const read = (id: string) => world.adapter().readAgreement(id);
    test('a request to end an agreement can be withdrawn, withdrawn twice, and made again', async ({
      skip,
    }) => {
      if (world.adapter().describe().cancelAgreement !== 'request') skip();
      const id = await world.agreement(false);
      const { withdrawCancellation } = world.adapter();
      if (!withdrawCancellation) throw new Error('the adapter cannot withdraw a request');
      await withdrawCancellation(id);
      for (const _ of [1, 2]) {
        await ended(world, world.adapter().cancelAgreement(id, newKey()));
        await world.settle();
        expect(await read(id)).toMatchObject({ status: 'PENDING_CANCEL' });
        for (const _ of [1, 2]) await withdrawCancellation(id, 'The buyer has renewed.');
        await world.settle();
        expect(await read(id)).toMatchObject({
          status: 'ACTIVE',
          cancellationRequest: { status: 'CANCELLED', message: 'The buyer has renewed.' },
        });
      }
    });
  });
}
