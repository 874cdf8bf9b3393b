import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signatureHeaders } from '../../server/src/notifications/webhooks/signing.ts';
import { chromiumFile, launchChromium, sayWhereThereIsNone } from '../../server/test/chromium.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../../server/test/harness.ts';
import type * as sdk from '../src/index.ts';

sayWhereThereIsNone('The SDK was not tried in a browser');
const found = chromiumFile !== undefined;

declare global {
  /** Runs in the page. */
  var tradepostSdk: typeof sdk;
}

let app: TestApp;
let org: TestOrganization;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  if (!found) return;
  app = await startTestApp();
  org = await app.organization();
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../src/index.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'tradepostSdk',
  });
  browser = await launchChromium();
  page = await browser.newPage();
  // The service allows no other origin: the page comes from the service.
  await page.route(`${app.url}/page`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Page' }),
  );
  await page.goto(`${app.url}/page`);
  await page.addScriptTag({ content: (outputFiles[0] as { text: string }).text });
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

test.skipIf(!found)(
  'in Chromium the client calls the service of its page, renews the token, and follows events',
  async () => {
    const shown = await page.evaluate(
      async ({ token, organization }) => {
        const given: (string | undefined)[] = [];
        const tradepost = tradepostSdk.createTradepost({
          baseUrl: '',
          organization,
          token: (rejected) => {
            given.push(rejected);
            return rejected === undefined ? 'ended' : token;
          },
        });
        const addon = await tradepost.addons.create({ name: 'Onboarding', amount: 1 });
        const names: (string | undefined)[] = [];
        for await (const { name } of tradepost.addons.list({ limit: 1 })) names.push(name);
        const { position } = await tradepost.events.read();
        const error = await tradepost.offers.get('ofr_0').catch((refused: Error) => refused);
        const isTyped = error instanceof tradepostSdk.TradepostError && error.code;
        return {
          given: given.slice(0, 2),
          names,
          etag: tradepostSdk.answerOf(addon)?.etag,
          position,
          isTyped,
        };
      },
      { token: org.token, organization: org.id },
    );
    expect(shown).toEqual({
      given: [undefined, 'ended'],
      names: ['Onboarding'],
      etag: expect.stringMatching(/^"/),
      position: expect.any(Number),
      isTyped: 'offer_not_found',
    });
  },
);

test.skipIf(!found)('in Chromium the client verifies webhooks', async () => {
  const secret = `whsec_${Buffer.alloc(32, 'a').toString('base64')}`;
  const body = '{"type":"ACCEPT.OFFER"}';
  const headers = signatureHeaders([secret], { id: 'evt_1', sentAt: new Date(), body });
  const verify = (text: string) =>
    page.evaluate(
      (given) =>
        tradepostSdk.verifyWebhook(given.text, given.headers, given.secret).then(
          ({ type }) => type,
          ({ name }) => name,
        ),
      { text, headers, secret },
    );
  expect([await verify(body), await verify(`${body} `)]).toEqual([
    'ACCEPT.OFFER',
    'WebhookVerificationError',
  ]);
});
