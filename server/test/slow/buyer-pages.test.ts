import axe from 'axe-core';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { consume, type PageSale, sellWithPage } from '../buyer-pages.fixture.ts';
import { chromiumFile, launchChromium, sayWhereThereIsNone } from '../chromium.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';

sayWhereThereIsNone('Pages for buyers were not looked at');
const found = chromiumFile !== undefined;

let app: TestApp;
let org: TestOrganization;
let browser: Browser;
let sale: PageSale;
beforeAll(async () => {
  if (!found) return;
  app = await startTestApp();
  org = await app.organization();
  browser = await launchChromium();
  sale = await sellWithPage(app, org, { info: instalments });
  // A name without spaces, as long as a name can be.
  for (const table of ['entitlement', 'offer', 'buyer'])
    await app.database.query(`UPDATE ${table} SET name = $2 WHERE organization_id = $1`, [org.id, longName]);
  await consume(app, org, sale.id, [{ after: 0, units: 100, amount: 250 }]);
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const longName = 'Platform'.repeat(25);
const instalments = { paymentInstallments: [{ amount: 12000, chargeOn: '2090-01-01' }] };

const pages: Record<string, () => Promise<string> | string> = {
  'the page of an entitlement': async () => (await sale.by.entitlement(sale.id)).info.spaUrl,
  'the page of a buyer': async () => (await sale.by.get(`buyer/${sale.buyerId}`)).info.spaUrl,
  'the page of an invoice': async () => (await sale.by.get(`invoice/${sale.invoiceId}`)).info.spaUrl,
  'the page of an offer in the sandbox': async () =>
    (await sale.by.get(`offer/${sale.offerId}`)).info.privateOfferUrl,
  'the page of a link that is not valid': () => '/spa/entitlement?token=none',
};
const views = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [360, 768, 1440].map((width) => ({ colorScheme, width })),
);

test.skipIf(!found).each(Object.keys(pages))(
  '%s has no accessibility violations and fits the screen at 360, 768 and 1440 px, in light and dark',
  async (name) => {
    const address = new URL(await (pages[name] as () => Promise<string>)(), app.url).href;
    for (const { colorScheme, width } of views) {
      const tab = await browser.newPage({ colorScheme, viewport: { width, height: 900 } });
      await tab.goto(address);
      const overflow = await tab.evaluate('document.documentElement.scrollWidth - innerWidth');
      await tab.evaluate(axe.source);
      const { violations } = await tab.evaluate(() =>
        (globalThis as unknown as { axe: typeof axe }).axe.run(),
      );
      await tab.close();
      const problems = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
      expect({ colorScheme, width, overflow, problems }).toEqual({
        colorScheme,
        width,
        overflow: 0,
        problems: [],
      });
    }
  },
);

test.skipIf(!found)('a page does not send its address to linked pages', async () => {
  const tab = await browser.newPage();
  await tab.goto(await (pages['the page of a buyer'] as () => Promise<string>)());
  const [request] = await Promise.all([
    tab.waitForRequest((sent) => sent.url().includes('/spa/entitlement')),
    tab
      .getByRole('link', { name: /^Platform/ })
      .first()
      .click(),
  ]);
  expect(await request.headerValue('referer')).toBeNull();
  await tab.close();
});
