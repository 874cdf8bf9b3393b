import type { AddressInfo } from 'node:net';
import { createApp } from '../../../src/app.ts';
import { createMarketplaceA } from '../../../src/marketplaces/mkA/index.ts';
import { createLog } from '../../../src/platform/observability/log.ts';
import { readConfig } from '../../../src/platform/system/config.ts';
import { untilIdle } from '../../until-idle.ts';

/** The settings to start a service again on the same database and marketplace. */
export type Settings = {
  connectionString: string;
  masterKey: string;
  /** Endpoint of the local service that simulates the marketplace, and the operator’s keys there. */
  endpoint: string;
  platform: { accessKeyId: string; secretAccessKey: string; principal: string };
  /** Whether calls respect the rates in the database. */
  keepsRates: boolean;
};

/** The URL is constant, so that tokens are valid at each later process. */
const baseUrl = 'http://tradepost.test';

/** Starts the real service, which responds to requests and runs due work on request. */
export async function startParts(settings: Settings, now: () => number) {
  const { connectionString, masterKey, endpoint, platform, keepsRates } = settings;
  const connector = createMarketplaceA({
    platform,
    obtain: () => Promise.reject(new Error('there are no documents')),
    now: () => new Date(now()),
    endpoint,
  });
  const app = await createApp({
    config: readConfig({ PORT: '0', MIGRATE: 'off', BASE_URL: baseUrl, DATABASE_PIPELINES: '1' }),
    connectionString,
    masterKey,
    passwordCost: { n: 2 ** 10, r: 8, p: 1 },
    log: createLog((process.env.TEST_LOG ?? 'fatal') as 'fatal', 1),
    connectors: new Map([
      [
        'MKA',
        {
          ...connector,
          connect: (connection) =>
            connector.connect(keepsRates ? connection : { ...connection, takeRate: async () => {} }),
        },
      ],
    ]),
  });
  await app.start({ serve: true, work: false });
  const { port } = app.server.server.address() as AddressInfo;
  return {
    app,
    url: `http://127.0.0.1:${port}`,
    /** Reads the queues once if enabled, and runs due work, including events. */
    step: async (reads: boolean): Promise<void> => {
      if (reads) await app.puller.step();
      for (;;) {
        const done = await untilIdle(app.worker.step);
        const events = (await untilIdle(app.sealer.step)) + (await untilIdle(app.fanOut.step));
        if (done + events === 0) return;
      }
    },
  };
}
