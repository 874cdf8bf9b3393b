import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { chromiumFile, sayWhereThereIsNone } from '../../chromium.ts';
import { field, fillInOffer, toStep } from '../../console-form.ts';
import { type ConsoleWorld, type Desk, openConsole } from '../../console-world.ts';

sayWhereThereIsNone('Bad input was not shown to the console');
let world: ConsoleWorld;
let desk: Desk;
beforeAll(async () => {
  if (!chromiumFile) return;
  world = await openConsole();
  desk = await world.desk();
});
afterAll(() => world?.stop());
afterEach(() => expect(world?.complaints() ?? []).toEqual([]));

const names = {
  markup: '<img src=x onerror="globalThis.ran = 1"><script>globalThis.ran = 1</script>',
  'two hundred characters': 'W'.repeat(200),
  'right to left': 'עשרה מושבים לשנה \u202Eabc',
};

const inChromium = test.skipIf(!chromiumFile);

inChromium.each(Object.entries(names))('is text: %s', async (_, name) => {
  const { id } = await world.call('POST', 'offer', {
    partner: 'MKA',
    name,
    info: { commits: [{ key: 'seats', rate: 1, length: 1, timeUnit: 'YEAR' }] },
  });
  const page = await desk.open(world.at('/offers'));
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  expect(page.url()).toContain(id);
  expect(await page.evaluate('globalThis.ran')).toBeUndefined();
  const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  expect(overflow, 'nothing is wider than the page').toBeLessThanOrEqual(0);
  await page.close();
});

type Changes = { status?: string | undefined; info?: object | undefined; [field: string]: unknown };
const odd: [what: string, changes: Changes][] = [
  ['all that may be absent is absent', { status: undefined, info: undefined, name: undefined }],
  ['a state that nobody knows', { status: 'PENDING_MOON_PHASE' }],
  ['an address that is a script', { info: { eulaUrl: 'javascript:globalThis.ran=1', commits: [] } }],
  [
    'a time that is none, an amount that is none',
    { expireTime: 'soon', info: { commits: [{ rate: null }] } },
  ],
  ['a currency that is none', { info: { currency: '<b>', commits: [{ rate: 1, quantity: 1 }] } }],
];
inChromium.each(odd)('is shown as it is: %s', async (_, changes) => {
  const { id } = await world.call('POST', 'offer', {
    partner: 'MKA',
    name: 'Odd',
    info: { commits: [{ key: 'seats', rate: 1, length: 1, timeUnit: 'YEAR' }] },
  });
  const page = await desk.context.newPage();
  await page.route(`**/offer/${id}`, async (route) => {
    const whole = await (await route.fetch()).json();
    await route.fulfill({ json: { ...whole, ...changes, id } });
  });
  await page.goto(world.at(`/offers/${id}`));
  await page.getByRole('heading', { level: 2, name: 'Activity' }).waitFor();
  const overview = await page.locator('main').innerText();
  const parts = page.getByRole('navigation', { name: 'Parts of this page' });
  await parts.getByRole('link', { name: 'Terms' }).click();
  await page.getByRole('heading', { level: 2, name: 'Conditions' }).waitFor();
  await parts.getByRole('link', { name: 'Documents' }).click();
  await page.getByRole('heading', { level: 2, name: 'License agreement' }).waitFor();
  const shown = overview + (await page.locator('main').innerText());
  if (changes.status) expect(shown).toContain('Pending moon phase');
  if (JSON.stringify(changes).includes('javascript:')) expect(shown).toContain('javascript:globalThis.ran=1');
  expect(await page.locator('a[href^="javascript:"]').count()).toBe(0);
  expect(await page.evaluate('globalThis.ran')).toBeUndefined();
  await page.close();
});

inChromium('is filled in as it is: a draft of shapes that nobody expects', async () => {
  const { id } = await world.call('POST', 'draftOffer', { partner: 'MKA', name: 'Odd' });
  const page = await desk.context.newPage();
  await page.route(`**/offer/${id}`, async (route) => {
    const whole = await (await route.fetch()).json();
    const info = { commits: [null, 'one', { rate: {} }], dimensions: 'none', buyerMkAAccountIds: 7 };
    await route.fulfill({
      json: { ...whole, name: names.markup, contactIds: 'none', expireTime: 'soon', info },
    });
  });
  await page.goto(world.at(`/offers/new?offer=${id}&step=nowhere`));
  await page.getByRole('heading', { level: 1, name: `Draft: ${names.markup}`, exact: true }).waitFor();
  expect(await field(page, 'Name').inputValue()).toBe(names.markup);
  for (const step of ['Time', 'Price', 'Notes and links']) await toStep(page, step);
  expect(await page.evaluate('globalThis.ran')).toBeUndefined();
  await page.close();
});

inChromium('is refused at its field, and in a summary that has the focus', async () => {
  const page = await desk.open(world.at('/offers/new'));
  await fillInOffer(page, 'With a wrong price', 'much');
  await page.getByRole('button', { name: 'Create offer' }).click();
  const summary = page.getByRole('region', { name: 'Errors in the offer' });
  await summary.getByRole('alert').waitFor();
  await expect
    .poll(() => summary.evaluate((element) => element === element.ownerDocument.activeElement))
    .toBe(true);
  const price = field(page, 'Unit price');
  await expect.poll(() => price.getAttribute('aria-invalid')).toBe('true');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.close();
});

inChromium('says what failed, by its code and the number of the request, and tries again', async () => {
  const page = await desk.context.newPage();
  let failures = 0;
  await page.route('**/org/*/offer/ofr_1', (route) =>
    failures++ === 0
      ? route.fulfill({
          status: 500,
          headers: { 'x-correlation-id': 'req_42' },
          json: { code: 'internal_error', message: 'Something broke.' },
        })
      : route.continue(),
  );
  await page.goto(world.at('/offers/ofr_1'));
  const alert = page.getByRole('alert');
  await alert.waitFor();
  expect(await alert.innerText()).toMatch(/internal_error[\s\S]*req_42/);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Page not found').waitFor();
  await page.close();
});

inChromium(
  'turns nothing round but itself, and makes no page wider: the name of an organization',
  async () => {
    const page = await desk.context.newPage();
    await page.setViewportSize({ width: 360, height: 780 });
    await page.goto('/console/organizations');
    const name = `\u202E${'W'.repeat(190)}`;
    await page.getByLabel('Name').fill(name);
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.goto('/console/organizations');
    const link = page.getByRole('link', { name });
    await link.waitFor();
    expect(
      await link.evaluate(
        (element) => element.ownerDocument.defaultView?.getComputedStyle(element).unicodeBidi,
      ),
    ).toBe('isolate');
    await page.close();
  },
);
