import { expect, test } from 'vitest';
import {
  type Capabilities,
  type Check,
  checkMarketplace,
  MarketplaceError,
} from '../../src/marketplaces/index.ts';
import { listConnected } from '../../src/organizations/index.ts';
import { emptyShop, shopAdapter, stock } from '../marketplace-double.ts';
import { sharedTestApp } from '../shared-app.ts';

const own = { describe: () => ({}) as Capabilities };
const settings = { info: {}, credentials: {} };

test('a check reads a page of each list and one record of each, and reports failures without stopping', async () => {
  const shop = emptyShop();
  stock(shop, 30);
  shop.onPage = (list) => {
    if (list === 'offers') throw new MarketplaceError('AccessDenied: listEntities', { kind: 'refused' });
  };
  const adapter = {
    ...shopAdapter(own, shop),
    findDifferences: async () => [{ name: 'clock', passed: false, message: 'is an hour off' }],
  };
  const found: Check[] = [];
  for await (const check of checkMarketplace(adapter, settings)) found.push(check);
  expect(found).toEqual([
    { name: 'verifyCredentials', passed: true, message: '' },
    { name: 'listProducts', passed: true, message: 'items on the first page: 2' },
    { name: 'listProducts: p1', passed: true, message: 'can be read' },
    { name: 'listOffers', passed: false, message: 'AccessDenied: listEntities' },
    { name: 'listAgreements', passed: true, message: 'items on the first page: 10; more pages follow' },
    { name: 'listAgreements: q00000', passed: true, message: 'can be read' },
    { name: 'clock', passed: false, message: 'is an hour off' },
  ]);
});

test('only PROD organizations connected to the marketplace are checked', async () => {
  const app = await sharedTestApp();
  try {
    for (const environment of ['TEST', 'PROD'] as const) {
      const org = await app.organization({ environment });
      await app.database.query(
        `INSERT INTO integration (organization_id, id, partner, service, status, creation_time, last_update_time)
         VALUES ($1, $2, 'MKB', 'MARKETPLACE', 'VERIFIED', now(), now())`,
        [org.id, `int_${environment}`],
      );
      const listed = await app.app.database.transaction(
        (queryable) => listConnected(queryable, 'MKB'),
        'system',
      );
      expect(listed).toEqual(environment === 'PROD' ? [org.id] : []);
    }
  } finally {
    await app.stop();
  }
});
