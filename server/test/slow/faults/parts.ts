import type { AddressInfo } from 'node:net';
import { createApp } from '../../../src/app.ts';
import type { Connector } from '../../../src/marketplaces/index.ts';
import { createMarketplaceA } from '../../../src/marketplaces/mkA/index.ts';
import { createMarketplaceB } from '../../../src/marketplaces/mkB/index.ts';
import { createMarketplaceC } from '../../../src/marketplaces/mkC/index.ts';
import { createLog } from '../../../src/platform/observability/log.ts';
import { readConfig } from '../../../src/platform/system/config.ts';
import { untilIdle } from '../../until-idle.ts';

/** The local service that simulates a marketplace, and the operator’s keys there, if it has any. */
export type Place = {
  partner: keyof typeof connectors;
  endpoint: string;
  operator?: { accessKeyId: string; secretAccessKey: string; principal: string };
};

/** The settings to start a service again on the same database and marketplace. */
export type Settings = Place & {
  connectionString: string;
  masterKey: string;
  /** Whether calls respect the rates in the database. */
  keepsRates: boolean;
};

/** The URL is constant, so that tokens are valid at each later process. */
export const baseUrl = 'http://tradepost.test';

/** Creates the connectors by marketplace, for the local service at an address. */
const connectors = {
  MKA: ({ endpoint, operator }: Place, now: () => Date) => {
    if (!operator) throw new Error('Marketplace A needs the keys of its operator.');
    const obtain = () => Promise.reject(new Error('there are no documents'));
    return createMarketplaceA({ platform: operator, obtain, now, endpoint });
  },
  MKB: ({ endpoint }: Place, now: () => Date) => createMarketplaceB({ now, endpoint }),
  MKC: ({ endpoint }: Place, now: () => Date) =>
    createMarketplaceC({ baseUrl: () => baseUrl, now, endpoint }),
};

const withoutRates = (connector: Connector): Connector => ({
  ...connector,
  connect: (connection) => connector.connect({ ...connection, takeRate: async () => {} }),
});

/** Starts the real service, which responds to requests and runs due work on request. */
export async function startParts(settings: Settings, now: () => number) {
  const { connectionString, masterKey, partner, keepsRates } = settings;
  const connector = connectors[partner](settings, () => new Date(now()));
  const app = await createApp({
    config: readConfig({ PORT: '0', MIGRATE: 'off', BASE_URL: baseUrl, DATABASE_PIPELINES: '1' }),
    connectionString,
    masterKey,
    passwordCost: { n: 2 ** 10, r: 8, p: 1 },
    log: createLog((process.env.TEST_LOG ?? 'fatal') as 'fatal', 1),
    connectors: new Map([[partner, keepsRates ? connector : withoutRates(connector)]]),
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
