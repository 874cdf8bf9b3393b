import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chromiumFile, launchChromium, sayWhereThereIsNone } from '../../chromium.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { goodForm, type SignupWorld, signupWorldOf } from '../../signup-world.ts';

sayWhereThereIsNone('The signup page was not looked at');
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
let app: TestApp;
let browser: Browser;
let world: SignupWorld;
beforeAll(async () => {
  if (!chromiumFile) return;
  app = await startTestApp({ fetchPicture: async () => new Response(pixel) });
  browser = await launchChromium();
  world = signupWorldOf(app, await app.organization());
  await world.configure({
    companyName: `Harbour Tools ${'שלום '.repeat(20)}`,
    companyLogoUrl: 'https://pictures.example/logo.png',
    landingImageUrl: 'https://pictures.example/landing.png',
    videoLink: 'https://videos.example/1',
    enableCustomTemplate: true,
    customTemplate:
      '# Welcome, {{ buyer.name }}\n\nRead [the guide](https://example.com).\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- one\n- two',
  });
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

/** Opens a page, and returns it with the addresses outside of the service that the page requested. */
async function open(address: string, width: number, colorScheme: 'light' | 'dark') {
  const page = await browser.newPage({ colorScheme, viewport: { width, height: 900 } });
  const outside: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(app.url)) outside.push(request.url());
  });
  await page.goto(address);
  return { page, outside };
}

async function faultsOf(page: Page): Promise<unknown[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run());
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  return [
    ...violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
    ...(overflow > 0 ? [`overflows by ${overflow}`] : []),
  ];
}

const looks = [360, 768, 1440].flatMap((width) =>
  (['light', 'dark'] as const).map((scheme) => [width, scheme] as const),
);

test.skipIf(!chromiumFile)(
  'R12 the signup page has no accessibility faults, and loads nothing from others',
  async () => {
    const { link } = await world.buy({ buyerName: 'x'.repeat(200) });
    const signedUp = await world.buy({ buyerName: 'Globex' });
    await world.send(signedUp.link);
    for (const [width, scheme] of looks)
      for (const [name, address] of [
        ['form', link],
        ['thanks', signedUp.link],
        ['refused', `${link}0`],
      ] as const) {
        const { page, outside } = await open(address, width, scheme);
        expect([width, scheme, name, await faultsOf(page), outside]).toEqual([width, scheme, name, [], []]);
        await page.close();
      }
  },
);

test.skipIf(!chromiumFile)(
  'R12 a buyer sends the form, corrects it, and is thanked after a redirect',
  async () => {
    const { link } = await world.buy({ buyerName: 'Globex' });
    const { page } = await open(link, 768, 'light');
    for (const [name, value] of Object.entries(goodForm)) await page.fill(`#${name}`, value);
    await page.fill('#emailAddress', 'ann@globex');
    await page.click('button');
    await page.waitForSelector('#emailAddress-error');
    expect(await faultsOf(page)).toEqual([]);
    await page.fill('#emailAddress', goodForm.emailAddress);
    await page.click('button');
    await page.waitForSelector('.note.good');
    expect(page.url()).toBe(link);
    await page.close();
  },
);
