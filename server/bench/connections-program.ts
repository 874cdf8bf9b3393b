import { createApp } from '../src/app.ts';
import { createMarketplaceA } from '../src/marketplaces/mkA/index.ts';
import { createLog } from '../src/platform/observability/log.ts';
import { readConfig } from '../src/platform/system/config.ts';
import type { Address } from './connections-marketplace.ts';

export type ProgramOrder = { connectionString: string; folder: string; marketplace: Address };

/**
 * Runs the whole program, as `start` does, with the bench's marketplace. Sends its port to the parent
 * process.
 */
process.once('message', async ({ connectionString, folder, marketplace }: ProgramOrder) => {
  const now = () => new Date();
  const connector = createMarketplaceA({
    platform: { ...marketplace.operator, principal: 'the operator' },
    obtain: async () => {
      throw new Error('there are no documents');
    },
    now,
    endpoint: marketplace.url,
  });
  const app = await createApp({
    config: readConfig({ PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'warn', ACCESS_LOG: 'false' }),
    connectionString,
    masterKey: '5a'.repeat(32),
    log: createLog('warn'),
    connectors: new Map([['MKA', connector]]),
  });
  await app.start({ serve: true, work: true });
  process.on('disconnect', async () => {
    await app.stop(1000);
    process.exit();
  });
  process.send?.(Number(new URL(app.addresses.baseUrl()).port));
});
