import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import axe from 'axe-core';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MarketplaceError } from '../../../src/marketplaces/index.ts';
import { chromiumFile, launchChromium, sayWhereThereIsNone } from '../../chromium.ts';
import { LandingWorld, tokenParameter } from '../../landing-world.ts';

sayWhereThereIsNone('The landing page was not looked at');
const world = new LandingWorld();
const site = createServer((_request, response) => response.end('Welcome'));
let browser: Browser;
beforeAll(async () => {
  if (!chromiumFile) return;
  await world.start();
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await world.app?.stop();
  site.close();
});

/** Starts the seller's own site, and returns the address of its page for buyers. */
async function listen(): Promise<string> {
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  return `http://127.0.0.1:${(site.address() as AddressInfo).port}/signup`;
}

const purchase = { externalBuyerId: 'buyer-1', buyerName: 'Globex', externalProductId: 'prod-1' };

test.skipIf(!chromiumFile)(
  'R47 while the marketplace is unreachable, the landing page tries again by itself and drops the token from its address',
  async () => {
    const sellersPage = await listen();
    const seller = await world.seller(sellersPage);
    const { purchases } = seller.shop;
    purchases.set('one', new MarketplaceError('ECONNRESET', { kind: 'unreachable', retryAfterMs: 2000 }));
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    const landing = `${world.app.url}/public/signup/mka/orgId/${seller.id}`;
    const first = await page.goto(`${landing}?${tokenParameter}=one`);
    expect([first?.status(), (await first?.body())?.length]).toEqual([503, expect.any(Number)]);
    expect((await first?.body())?.length).toBeLessThan(40_000);
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate(() =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(),
    );
    expect(violations.map(({ id }) => id)).toEqual([]);

    await expect.poll(() => seller.shop.asked.length).toBeGreaterThan(1);
    await expect.poll(() => page.url()).toBe(`${landing}?`);
    purchases.set('one', purchase);
    await page.waitForURL(`${sellersPage}?**`);
    expect(new URL(page.url()).searchParams.get('partner')).toBe('mka');
    await page.close();
  },
);
