import axe from 'axe-core';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiDescription } from '../../src/description.ts';
import { beginSignIn } from '../browser.ts';
import { chromiumFile, launchChromium, sayWhereThereIsNone } from '../chromium.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { createPeople, password } from '../people.ts';

sayWhereThereIsNone('Pages were not looked at');
const found = chromiumFile !== undefined;

let app: TestApp;
let org: TestOrganization;
let browser: Browser;
let people: ReturnType<typeof createPeople>;
beforeAll(async () => {
  if (!found) return;
  app = await startTestApp();
  org = await app.organization();
  people = createPeople(app);
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

type Tab = Awaited<ReturnType<Browser['newPage']>>;
/** A page, and the actions before its check. */
type CheckedPage = { at: () => Promise<string> | string; act?: (tab: Tab) => Promise<void> };

const send = async (method: string, path: string, body: object) => {
  const reply = await app.request(method, `/org/${org.id}/${path}`, { token: org.token, body });
  if (reply.status !== 200) throw new Error(`${path}: ${reply.text}`);
  return reply.body;
};

let offered = 0;
const offerPage = async (): Promise<string> => {
  const offer = await send('POST', 'offer', {
    partner: 'MKA',
    name: `Seats for a year, ${++offered}`,
    expireTime: '2090-02-03T10:30:00Z',
    info: {
      buyerCountryCodes: ['CH', 'DE'],
      commits: [{ key: 'seats', name: 'Seats', rate: 1200, length: 1, timeUnit: 'YEAR' }],
    },
  });
  await app.drainJobs();
  const shown = await app.request('GET', `/org/${org.id}/offer/${offer.id}`, { token: org.token });
  return shown.body.info.privateOfferUrl;
};

let invited = 0;
const invitation = async (): Promise<string> => {
  const email = `invited${++invited}@example.com`;
  await send('POST', 'user', { email, role: 'EDITOR', name: 'New One' });
  await app.sendMails();
  const mail = (await app.mails()).findLast(({ to }) => to.includes(email));
  return /https?:\S+/.exec(mail?.text ?? '')?.[0] ?? '';
};

const signInPage = () => beginSignIn(app.url).target;
const signInWith = (given: string) => async (tab: Tab) => {
  await tab.locator('input[type=email]').fill((await people.account()).email);
  await tab.locator('input[type=password]').fill(given);
  await submit(tab);
};
const submit = (tab: Tab) => tab.locator('button').first().click();

const pages: Record<string, CheckedPage> = {
  'the start page': { at: () => '/' },
  ...Object.fromEntries(
    apiDescription.guides.map(({ name }) => [`the guide ${name}`, { at: () => `/docs/guides/${name}` }]),
  ),
  'all error codes': { at: () => '/docs/errors' },
  'an error code': { at: () => '/docs/errors/invalid_request' },
  'an invitation': { at: invitation },
  'an invitation with a wrong password': {
    at: invitation,
    act: async (tab) => {
      await tab.locator('input[type=password]').last().fill('wrong');
      await tab.locator('button').last().click();
    },
  },
  'an invitation that is none': { at: () => '/invitation?token=none' },
  'the page to sign in': { at: signInPage },
  'the page to sign in after a wrong password': { at: signInPage, act: signInWith('wrong') },
  'the page of who signed in': { at: signInPage, act: signInWith(password) },
  'a sign-in of an unknown client': { at: () => '/oauth2/authorize?client_id=none' },
  'a link to confirm an address': { at: () => '/oauth2/verifyEmail?token=none' },
  'a link to choose a password': { at: () => '/oauth2/resetPassword?token=none' },
  'the way back to the console': { at: () => '/console/callback?code=x&state=y' },
  'an offer of the sandbox': { at: offerPage },
  'an offer that was rejected': {
    at: offerPage,
    act: (tab) => tab.locator('button', { hasText: 'Reject' }).click(),
  },
  'an offer that there is not': { at: () => '/sandbox/MKA/offers/none' },
};
const schemes = ['light', 'dark'] as const;
const [ofAllGuides] = apiDescription.guides.map(({ name }) => `the guide ${name}`);
/** All guides share a style sheet, so only the first guide is checked in dark mode. */
const all = Object.keys(pages).flatMap((name) =>
  schemes
    .filter((scheme) => scheme === 'light' || name === ofAllGuides || !name.startsWith('the guide '))
    .map((scheme) => [name, scheme] as const),
);

test.skipIf(!found)('the reference finds an operation by its id and by words of its summary', async () => {
  const tab = await browser.newPage();
  await tab.goto(`${app.url}/docs`);
  const search = tab.getByLabel('Search operations');
  // The reference renders only the visible part of a long list; webhooks are below the list.
  const shown = tab.locator('.opblock-tag-section .opblock');
  for (const phrase of ['extendOfferExpiryDate', 'post extendExpiryDate']) {
    await search.fill(phrase);
    await shown.getByText('extendExpiryDate').waitFor();
    expect(await shown.count()).toBe(1);
  }
  await tab.close();
});

test.skipIf(!found).each(all)('%s has no accessibility violations, in %s', async (name, colorScheme) => {
  const { at, act } = pages[name] as CheckedPage;
  const tab = await browser.newPage({ colorScheme, viewport: { width: 390, height: 844 } });
  await tab.goto(new URL(await at(), app.url).href);
  if (act) {
    await act(tab);
    await tab.waitForLoadState();
  }
  expect(await tab.title(), 'it is a page').not.toBe('');
  await tab.evaluate(axe.source);
  const { violations } = await tab.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run());
  await tab.close();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
});
