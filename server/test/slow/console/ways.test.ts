import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { chromiumFile, sayWhereThereIsNone } from '../../chromium.ts';
import { field, fillInOffer, toStep } from '../../console-form.ts';
import { chooseMore, heading } from '../../console-page.ts';
import { type ConsoleWorld, openConsole } from '../../console-world.ts';
import { password } from '../../people.ts';

sayWhereThereIsNone('The ways through the console were not tried');
let world: ConsoleWorld;
beforeAll(async () => {
  if (chromiumFile) world = await openConsole();
});
afterAll(() => world?.stop());
afterEach(() => expect(world?.complaints() ?? []).toEqual([]));

const body = (name: string) => ({
  partner: 'MKA',
  name,
  expireTime: '2090-02-03T10:30:00Z',
  info: { commits: [{ key: 'seats', name: 'Seats', rate: 1200, length: 1, timeUnit: 'YEAR' }] },
});
const published = async (name: string): Promise<string> => {
  const { id } = await world.call('POST', 'offer', body(name));
  await expect.poll(async () => (await world.call('GET', `offer/${id}`)).status).toBe('PENDING_ACCEPTANCE');
  return id;
};

/** Presses Tab until the control has the focus, as users without a mouse do. */
async function reach(page: Page, control: Locator): Promise<void> {
  await control.waitFor();
  for (let presses = 0; presses < 80; presses++) {
    if (await control.evaluate((element) => element === element.ownerDocument.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the Tab key does not reach ${control}`);
}
const press = async (page: Page, control: Locator) => {
  await reach(page, control);
  await page.keyboard.press('Enter');
};
const type = async (page: Page, control: Locator, text: string) => {
  await reach(page, control);
  await page.keyboard.type(text);
};

const inChromium = test.skipIf(!chromiumFile);

inChromium('a link, an offer, its acceptance, an entitlement: by the keyboard alone', async () => {
  const desk = await world.nobody();
  const page = await desk.open(await world.joinLink());
  await type(page, page.getByLabel('e-mail'), 'keyboard@example.com');
  await type(page, page.getByLabel(/password/), password);
  await page.keyboard.press('Enter');
  await heading(page, 'Acme');
  await press(page, page.getByRole('link', { name: 'New offer' }));
  await type(page, field(page, 'Name'), 'By keys');
  for (const step of ['Time', 'Price']) {
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 2, name: step, exact: true }).waitFor();
    if (step === 'Time') await reach(page, field(page, 'Can be accepted until'));
  }
  await type(page, field(page, 'Unit price'), '1200');
  await press(page, page.getByRole('button', { name: 'Create offer' }));
  await heading(page, 'By keys');
  await page.getByText('Pending acceptance', { exact: true }).waitFor();
  await press(page, page.getByRole('button', { name: 'Accept as buyer' }));
  await page.getByText('Accepted', { exact: true }).waitFor();
  await press(page, page.locator('section', { hasText: 'Entitlements' }).getByRole('link').first());
  await page.getByText('Active', { exact: true }).waitFor();
  await press(page, page.getByRole('button', { name: 'More actions' }));
  const item = page.getByRole('menuitem', { name: 'Cancel entitlement' });
  await item.waitFor();
  while (!(await item.evaluate((element) => element.matches(':focus'))))
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog');
  await question.waitFor();
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await desk.close();
});

inChromium('a viewer sees everything, changes nothing, and is told why; an editor is no admin', async () => {
  const id = await published('Needs attention');
  const viewer = await world.desk('VIEWER');
  const page = await viewer.open(world.at(`/offers/${id}`));
  await heading(page, 'Needs attention');
  const accept = page.getByRole('button', { name: 'Accept as buyer' });
  expect(await accept.getAttribute('aria-disabled')).toBe('true');
  expect(await accept.getAttribute('title')).toContain('sandbox:write');
  await page.getByRole('button', { name: 'More actions' }).click();
  const cancel = page.getByRole('menuitem', { name: 'Cancel offer' });
  await cancel.getByText('offers:write').waitFor();
  expect(await cancel.getAttribute('aria-disabled')).toBe('true');
  await page.goto(world.at('/members'));
  await heading(page, 'Members');
  expect(await page.getByRole('button', { name: 'Invite' }).getAttribute('aria-disabled')).toBe('true');
  await page.goto(world.at('/offers'));
  await heading(page, 'Offers');
  expect(await page.getByRole('link', { name: 'New offer' }).count()).toBe(0);
  await viewer.close();
  const editor = await world.desk('EDITOR');
  const other = await editor.open(world.at(`/offers/${id}`));
  await other.getByRole('button', { name: 'Change', exact: true }).waitFor();
  await other.goto(world.at('/clients'));
  await heading(other, 'API clients');
  const create = other.getByRole('button', { name: 'New API client' });
  expect(await create.getAttribute('title')).toContain('clients:write');
  const sent: string[] = [];
  other.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/apiClient')) sent.push(request.url());
  });
  await create.press('Enter');
  expect(await other.getByRole('dialog').count()).toBe(0);
  await other.getByRole('link', { name: 'Offers' }).first().click();
  await heading(other, 'Offers');
  expect(sent).toEqual([]);
  await editor.close();
});

inChromium('an organization of others is as one that there is not', async () => {
  const desk = await world.desk('VIEWER');
  const other = await world.app.organization();
  for (const orgId of [other.id, 'org_none']) {
    const page = await desk.open(`/console/org/${orgId}/offers`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.close();
  }
  await desk.close();
});

inChromium('two people on one offer: what one does the other sees without asking', async () => {
  const id = await published('Seen by two');
  const [first, second] = await Promise.all([world.desk('ADMIN'), world.desk('EDITOR')]);
  const [left, right] = await Promise.all([
    first.open(world.at(`/offers/${id}`)),
    second.open(world.at(`/offers/${id}`)),
  ]);
  await right.getByText('Pending acceptance', { exact: true }).waitFor();
  await chooseMore(left, 'Cancel offer');
  await left.getByRole('alertdialog').getByRole('button', { name: 'Cancel offer' }).click();
  await right.getByText('Cancelled', { exact: true }).waitFor();
  await Promise.all([first.close(), second.close()]);
});

inChromium('a double click makes one offer; what is not kept is not left without a question', async () => {
  const desk = await world.desk();
  const page = await desk.open(world.at('/offers/new'));
  await fillInOffer(page, 'Clicked twice', '10');
  const asked: string[] = [];
  page.once('dialog', (dialog) => {
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  await page.getByRole('link', { name: 'Entitlements' }).click();
  expect(asked).toEqual([expect.stringContaining('discard your changes')]);
  expect(await field(page, 'Unit price').inputValue()).toBe('10');
  await page.getByRole('button', { name: 'Create offer' }).dblclick();
  await heading(page, 'Clicked twice');
  expect(await world.call('GET', 'offer?search=Clicked')).toHaveLength(1);
  await desk.close();
});

inChromium('a draft is kept, gone on with, and submitted; an offer is cloned into a draft', async () => {
  const desk = await world.desk();
  const page = await desk.open(world.at('/offers/new'));
  await fillInOffer(page, 'Kept for later', '10');
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await heading(page, 'Kept for later');
  await page.getByRole('link', { name: 'Continue the draft' }).click();
  await heading(page, 'Draft: Kept for later');
  await field(page, 'Name').fill('Sent at last');
  await toStep(page, 'Price');
  expect(await field(page, 'Unit price').inputValue()).toBe('10');
  await page.getByRole('button', { name: 'Create offer' }).click();
  await heading(page, 'Sent at last');
  await page.getByText('Pending acceptance', { exact: true }).waitFor();
  expect(await world.call('GET', 'offer?search=Kept')).toEqual([]);
  await chooseMore(page, 'Clone');
  await heading(page, 'Draft: Sent at last');
  await desk.close();
});

inChromium(
  'lists are searched and filtered by their address, which is true again after a reload',
  async () => {
    await published('Needle in a stack');
    const desk = await world.desk();
    const page = await desk.open(world.at('/offers'));
    await page.getByLabel('Search').fill('needle');
    await expect.poll(() => page.url()).toContain('search=needle');
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await page.reload();
    await page.getByRole('link', { name: 'Needle in a stack' }).waitFor();
    expect(await page.getByLabel('Search').inputValue()).toBe('needle');
    await page.getByLabel('State').selectOption('ACCEPTED');
    await page.getByText('No offers match these filters').waitFor();
    await desk.close();
  },
);

inChromium('the calls behind a screen hold no token and work elsewhere', async () => {
  const desk = await world.desk();
  const page = await desk.open(world.at('/offers'));
  await heading(page, 'Offers');
  await page.getByText('API calls of this page').click();
  await page.getByText('await tradepost.offers.list(').waitFor();
  const texts = (await page.locator('pre').allTextContents()).join('\n');
  expect(texts).toContain('"Authorization: Bearer $TOKEN"');
  expect(texts).not.toMatch(/eyJ|Bearer [^$]/);
  const [, address = ''] = /'(http[^']+\/offer\?[^']*)'/.exec(texts) ?? [];
  const answer = await fetch(address, { headers: { authorization: `Bearer ${world.org.token}` } });
  expect([answer.status, Array.isArray(await answer.json())]).toEqual([200, true]);
  await desk.close();
});

inChromium('the form of an offer finds the buyer by a part of its name', async () => {
  const { id } = await world.call('POST', 'buyer', { name: 'Large Enterprises' });
  const desk = await world.desk();
  const page = await desk.open(world.at('/offers/new'));
  await field(page, 'Name').fill('For a known buyer');
  const buyer = field(page, 'Buyer');
  await buyer.fill('enterpr');
  const list = await buyer.getAttribute('list');
  const proposed = page.locator(`[id="${list}"] option[label="Large Enterprises"]`);
  await proposed.waitFor({ state: 'attached' });
  expect(await proposed.getAttribute('value')).toBe(id);
  await buyer.fill(id);
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await heading(page, 'For a known buyer');
  expect(await world.call('GET', 'offer?search=known')).toMatchObject([{ buyerID: id }]);
  await desk.close();
});

inChromium('what is clicked twice is sent once: an acceptance, a clone, an API client', async () => {
  const desk = await world.desk();
  const { id } = await world.call('POST', 'offer', { partner: 'MKA', name: 'Accepted once' });
  const page = await desk.open(world.at(`/offers/${id}`));
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname.replace(/^.*\//, ''));
  });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await page.getByText('Pending acceptance', { exact: true }).first().waitFor();
  await button('Accept as buyer').dblclick();
  await page.getByText('Accepted', { exact: true }).first().waitFor();
  await button('More actions').click();
  await page.getByRole('menuitem', { name: 'Clone' }).dblclick();
  await page.getByRole('heading', { level: 1, name: 'Draft: ' }).waitFor();
  await page.goto(world.at('/clients'));
  await button('New API client').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('A program');
  await dialog.getByRole('button', { name: 'Create' }).dblclick();
  await dialog.getByText('It is shown only once.').waitFor();
  page.once('dialog', (question) => question.dismiss());
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'I have stored it' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Offers' }).first().click();
  await heading(page, 'Offers');
  expect(sent.filter((name) => name !== 'token' && name !== 'validate')).toEqual([
    'accept',
    'clone',
    'apiClient',
  ]);
  await desk.close();
});
