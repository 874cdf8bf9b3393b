import { createApp } from '../src/app.ts';
import type { Connector } from '../src/marketplaces/index.ts';
import { createMarketplaceA } from '../src/marketplaces/mkA/index.ts';
import { createMarketplaceB } from '../src/marketplaces/mkB/index.ts';
import { createLog } from '../src/platform/observability/log.ts';
import { readConfig } from '../src/platform/system/config.ts';
import type { Address } from './connections-marketplace.ts';

export type ProgramOrder = {
  connectionString: string;
  folder: string;
  /** Whether the process runs jobs too. */
  work: boolean;
  marketplace: ({ partner: 'MKA' } & Address) | { partner: 'MKB'; url: string };
};

const now = () => new Date();

/** Creates the connector to the bench's marketplace. */
function connectorOf(marketplace: ProgramOrder['marketplace']): Connector {
  const endpoint = marketplace.url;
  if (marketplace.partner === 'MKB') return createMarketplaceB({ now, endpoint });
  return createMarketplaceA({
    platform: { ...marketplace.operator, principal: 'the operator' },
    obtain: async () => {
      throw new Error('there are no documents');
    },
    now,
    endpoint,
  });
}

/**
 * Runs the program, as `start` or `serve` does, with the bench's marketplace. Sends its port to the parent
 * process.
 */
process.once('message', async ({ connectionString, folder, marketplace, work }: ProgramOrder) => {
  const app = await createApp({
    config: readConfig({ PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'warn', ACCESS_LOG: 'false' }),
    connectionString,
    masterKey: '5a'.repeat(32),
    log: createLog('warn'),
    connectors: new Map([[marketplace.partner, connectorOf(marketplace)]]),
  });
  await app.start({ serve: true, work });
  process.on('disconnect', async () => {
    await app.stop(1000);
    process.exit();
  });
  process.send?.(Number(new URL(app.addresses.baseUrl()).port));
});
