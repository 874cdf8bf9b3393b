import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { chromiumFile, sayWhereThereIsNone } from '../../chromium.ts';
import { field, fillInOffer, toStep } from '../../console-form.ts';
import { type ConsoleWorld, openConsole } from '../../console-world.ts';

sayWhereThereIsNone('The form of an offer was not tried');
let world: ConsoleWorld;
beforeAll(async () => {
  if (chromiumFile) world = await openConsole();
});
afterAll(() => world?.stop());
afterEach(() => expect(world?.complaints() ?? []).toEqual([]));

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const summaryOf = (page: Page) => page.getByRole('region', { name: 'Errors in the offer' });
const hasFocus = (page: Page, label: string) =>
  field(page, label).evaluate((element) => element === element.ownerDocument.activeElement);
const searchOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const draft = (more: object = {}) =>
  world.call('POST', 'draftOffer', {
    partner: 'MKA',
    name: 'A draft',
    ...more,
  });

const inChromium = test.skipIf(!chromiumFile);

inChromium('a finding of a later step leads to its field, and goes when that is filled in', async () => {
  const desk = await world.desk();
  const { id } = await draft({ partner: 'MKC', info: { currency: 'USD', commits: [{ key: 'seats' }] } });
  const page = await desk.open(world.at(`/offers/new?offer=${id}`));
  await fillInOffer(page, 'For a year', '10');
  const create = page.getByRole('button', { name: 'Create offer' });
  expect(await create.getAttribute('title')).toBe('Fill in Length in months first.');
  expect(await create.getAttribute('aria-disabled')).toBe('true');
  const summary = summaryOf(page);
  await summary.getByRole('heading', { name: 'Still needed' }).waitFor();
  const link = summary.getByRole('link', { name: 'Time: Length in months' });
  await link.click();
  await expect.poll(() => hasFocus(page, 'Length in months')).toBe(true);
  expect(searchOf(page)).toMatchObject({ partner: 'MKC', step: 'time' });
  await toStep(page, 'Price');
  await page.getByRole('navigation', { name: 'Steps' }).getByText('1 to correct').waitFor();
  await link.click();
  await expect.poll(() => hasFocus(page, 'Length in months')).toBe(true);
  const length = field(page, 'Length in months');
  expect(await length.getAttribute('aria-invalid')).toBe('true');
  expect(await length.getAttribute('aria-required')).toBe('true');
  const ids = (await length.getAttribute('aria-describedby'))?.split(' ') ?? [];
  const texts = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).innerText()));
  expect(texts.join(' ')).toMatch(/months.*is required for private offers/);
  await length.fill('12');
  await expect.poll(() => length.getAttribute('aria-invalid')).toBe(null);
  await summary.getByText('The offer can be created.').waitFor();
  await page.getByRole('button', { name: 'Create offer' }).click();
  await heading(page, 'For a year');
  expect(await world.call('GET', 'offer?search=year')).toMatchObject([{ id, info: { mkCDuration: 12 } }]);
  await desk.close();
});

inChromium('a template fills in the term; the price is written in words as it is typed', async () => {
  const desk = await world.desk();
  const page = await desk.open(world.at('/offers/new'));
  const template = field(page, 'Start from a template');
  await template.selectOption('Annual subscription');
  await template.selectOption('Three years paid yearly');
  await page.getByText('A term of three years, with a payment each year.').waitFor();
  await fillInOffer(page, 'Three years', '1200');
  await field(page, 'Quantity').fill('2');
  await page.getByText(/2 seats × (US)?\$1,200\.00 a year × 3 years = (US)?\$7,200\.00/).waitFor();
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await heading(page, 'Three years');
  expect(await world.call('GET', 'offer?search=three')).toMatchObject([
    {
      status: 'DRAFT',
      info: { mkAAgreementDuration: 'P3Y', commits: [{ rate: 1200, quantity: 2, length: 1 }] },
    },
  ]);
  await page.goto(new URL(world.at('/offers/new?partner=MKD'), world.app.url).href);
  await field(page, 'Marketplace').waitFor();
  expect(await template.count()).toBe(0);
  await desk.close();
});

inChromium(
  'a length and its unit are one control of a commit, and neither stays without the other',
  async () => {
    const desk = await world.desk();
    const page = await desk.open(world.at('/offers/new?step=price'));
    const [length, unit] = [field(page, 'Billing period'), field(page, 'Unit of the period')];
    await length.waitFor();
    const shown = async () => [await length.inputValue(), await unit.inputValue()];
    expect(await shown()).toEqual(['1', 'YEAR']);
    await length.fill('');
    await length.blur();
    await expect.poll(shown).toEqual(['', '']);
    await unit.selectOption('MONTH');
    await expect.poll(shown).toEqual(['1', 'MONTH']);
    await unit.selectOption('');
    await expect.poll(shown).toEqual(['', '']);
    await length.fill('3');
    await expect.poll(shown).toEqual(['3', 'YEAR']);
    expect(await unit.locator('option:checked').innerText()).toBe('years');
    await desk.close();
  },
);

inChromium('a judgement that comes while somebody types moves nothing', async () => {
  const desk = await world.desk();
  const page = await desk.open(world.at('/offers/new?step=price'));
  const price = field(page, 'Unit price');
  await price.waitFor();
  await page.evaluate(`globalThis.shifts = [];
    new PerformanceObserver((list) => globalThis.shifts.push(...list.getEntries().map((one) => one.value)))
      .observe({ type: 'layout-shift' })`);
  await price.fill('much');
  await expect.poll(() => price.getAttribute('aria-invalid')).toBe('true');
  await page.getByRole('navigation', { name: 'Steps' }).getByText('1 to correct').waitFor();
  const shifts = (await page.evaluate('globalThis.shifts')) as number[];
  expect(shifts.reduce((all, one) => all + one, 0)).toBeLessThan(0.02);
  await desk.close();
});

inChromium(
  'the address says where it is sold and which step it is, after a reload and on the way back',
  async () => {
    const desk = await world.desk();
    const page = await desk.open(world.at('/offers/new'));
    await field(page, 'Marketplace').selectOption('MKB');
    await expect.poll(() => searchOf(page)).toEqual({ partner: 'MKB' });
    await toStep(page, 'Time');
    await page.getByRole('button', { name: 'Next: Price' }).click();
    await page.getByRole('heading', { level: 2, name: 'Price', exact: true }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 2, name: 'Time', exact: true }).waitFor();
    expect(searchOf(page)).toEqual({ partner: 'MKB', step: 'time' });
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByRole('heading', { level: 2, name: 'Time', exact: true }).waitFor();
    await toStep(page, 'Offer');
    expect(await field(page, 'Marketplace').inputValue()).toBe('MKB');
    await field(page, 'Marketplace').selectOption('');
    await expect.poll(() => searchOf(page)).toMatchObject({ partner: '' });
    page.once('dialog', (dialog) => void dialog.accept());
    await desk.close();
  },
);

inChromium('an advanced field of a draft is there again; what the form does not show stays', async () => {
  const { id } = await draft({ info: { docusignEnvelopeIds: { con_1: 'envelope' }, currency: 'EUR' } });
  const desk = await world.desk();
  const page = await desk.open(world.at(`/offers/new?offer=${id}`));
  await heading(page, 'Draft: A draft');
  await page.getByText('Advanced', { exact: false }).first().click();
  await page.getByLabel('Seller’s account at the partner').fill('account 7');
  await toStep(page, 'Price');
  await page.getByRole('button', { name: 'Add one to Commits' }).click();
  await expect.poll(() => hasFocus(page, 'Displayed name')).toBe(true);
  await field(page, 'Dimension key').fill('seats');
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await heading(page, 'A draft');
  const kept = await world.call('GET', `offer/${id}`);
  expect(kept).toMatchObject({
    status: 'DRAFT',
    partnerID: 'account 7',
    info: { docusignEnvelopeIds: { con_1: 'envelope' }, currency: 'EUR', commits: [{ key: 'seats' }] },
  });
  await page.getByRole('link', { name: 'Continue the draft' }).click();
  await heading(page, 'Draft: A draft');
  expect(await page.getByLabel('Seller’s account at the partner').isVisible()).toBe(true);
  expect(await page.getByLabel('Seller’s account at the partner').inputValue()).toBe('account 7');
  await toStep(page, 'Price');
  await page.getByRole('button', { name: 'Remove Commits 1' }).click();
  page.once('dialog', (dialog) => void dialog.accept());
  await page.getByRole('button', { name: 'Create offer' }).click();
  await heading(page, 'A draft');
  const sent = await world.call('GET', `offer/${id}`);
  expect(sent).toMatchObject({
    partnerID: 'account 7',
    info: { docusignEnvelopeIds: { con_1: 'envelope' } },
  });
  expect(sent.status).not.toBe('DRAFT');
  expect(sent.info.commits).toBeUndefined();
  await desk.close();
});

inChromium(
  'two people on one draft: who comes second is told, and what both changed is kept, or theirs is',
  async () => {
    const { id } = await draft({ info: { currency: 'EUR', commits: [{ key: 'fee', rate: 1 }] } });
    const [first, second] = await Promise.all([world.desk('ADMIN'), world.desk('EDITOR')]);
    const [left, right] = await Promise.all(
      [first, second].map((desk) => desk.open(world.at(`/offers/new?offer=${id}`))),
    );
    if (!left || !right) throw new Error('no pages');
    await Promise.all([left, right].map((page) => heading(page, 'Draft: A draft')));
    await field(left, 'Name').fill('Named by the first');
    await left.getByRole('button', { name: 'Save as draft' }).click();
    await heading(left, 'Named by the first');
    await toStep(right, 'Price');
    await field(right, 'Currency').selectOption('USD');
    await right.getByRole('button', { name: 'Save as draft' }).click();
    const alert = summaryOf(right).getByRole('alert');
    await alert.getByText(first.email).waitFor();
    expect(await alert.getByRole('listitem').allInnerTexts()).toEqual(['Name']);
    expect((await world.call('GET', `offer/${id}`)).info.currency).toBe('EUR');
    await alert.getByRole('button', { name: 'Overwrite with mine' }).click();
    await heading(right, 'Named by the first');
    expect(await world.call('GET', `offer/${id}`)).toMatchObject({
      name: 'Named by the first',
      info: { currency: 'USD' },
    });
    await left.getByRole('link', { name: 'Continue the draft' }).click();
    await heading(left, 'Draft: Named by the first');
    await world.call('PATCH', `offer/${id}`, { name: 'Named by a program' });
    await left.getByRole('button', { name: 'Create offer' }).click();
    await summaryOf(left).getByRole('button', { name: 'Load their version' }).click();
    await expect.poll(() => field(left, 'Name').inputValue()).toBe('Named by a program');
    expect((await world.call('GET', `offer/${id}`)).status).toBe('DRAFT');
    await left.getByRole('button', { name: 'Create offer' }).click();
    await heading(left, 'Named by a program');
    await Promise.all([first.close(), second.close()]);
  },
);

inChromium(
  'an offer that awaits its buyer is changed in the same form, which makes no other offer',
  async () => {
    const { id } = await world.call('POST', 'offer', {
      name: 'Sold directly',
      info: { currency: 'USD', commits: [{ key: 'seats', rate: 5, length: 1, timeUnit: 'YEAR' }] },
    });
    const desk = await world.desk('EDITOR');
    const page = await desk.open(world.at(`/offers/${id}`));
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await heading(page, 'Change: Sold directly');
    expect(await page.getByRole('button', { name: 'Create offer' }).count()).toBe(0);
    await field(page, 'Name').fill('Sold for less');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await heading(page, 'Sold for less');
    expect(await world.call('GET', 'offer?search=sold')).toMatchObject([
      { id, status: 'PENDING_ACCEPTANCE' },
    ]);
    await desk.close();
  },
);

inChromium('what was typed stays in view where the form of another marketplace cannot be read', async () => {
  const desk = await world.desk();
  const page = await desk.open(world.at('/offers/new'));
  await field(page, 'Name').fill('Typed before');
  await page.route('**/offer/form?*', (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: '{"code":"internal"}' }),
  );
  await field(page, 'Marketplace').selectOption('MKC');
  const again = summaryOf(page).getByRole('button', { name: 'Try again' });
  await again.waitFor();
  expect(await field(page, 'Name').inputValue()).toBe('Typed before');
  await page.unroute('**/offer/form?*');
  await again.click();
  await again.waitFor({ state: 'detached' });
  await toStep(page, 'Time');
  await field(page, 'Length in months').waitFor();
  await desk.close();
});

inChromium('a contact that is emptied and typed anew is not written into the one below', async () => {
  const { id } = await draft({ contactIDs: [] });
  const desk = await world.desk();
  const page = await desk.open(world.at(`/offers/new?offer=${id}`));
  const line = (number: number) => page.getByLabel(`Contacts ${number}`, { exact: true });
  await line(1).fill('con_1');
  await line(2).fill('con_2');
  await line(1).fill('');
  expect(await line(2).inputValue()).toBe('con_2');
  await line(1).pressSequentially('con_3');
  expect([await line(1).inputValue(), await line(2).inputValue()]).toEqual(['con_3', 'con_2']);
  await line(1).fill('');
  await line(2).focus();
  await expect.poll(() => line(1).inputValue()).toBe('con_2');
  await desk.close();
});

inChromium('says that what was typed could not be checked, until it is', async () => {
  const desk = await world.desk();
  const page = await desk.open(world.at('/offers/new'));
  await page.route('**/offer/validate', (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: '{"code":"internal"}' }),
  );
  await field(page, 'Name').fill('Unchecked');
  const summary = summaryOf(page);
  await summary.getByText('could not be checked').waitFor();
  await page.unroute('**/offer/validate');
  await fillInOffer(page, 'Checked', '10');
  await summary.getByText('The offer can be created.').waitFor();
  await desk.close();
});

inChromium('an offer without a price is created only after a question', async () => {
  const desk = await world.desk();
  const page = await desk.open(world.at('/offers/new?step=price&partner='));
  const needed = summaryOf(page).getByRole('listitem');
  await expect
    .poll(() => needed.allInnerTexts())
    .toEqual([expect.stringMatching(/^Price: .*Unit price No price/)]);
  const step = (name: string) => page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name });
  await toStep(page, 'Offer');
  await field(page, 'Name').fill('For nothing');
  await toStep(page, 'Time');
  await step('Offer').getByText('filled in').waitFor();
  expect(await step('Price').getByText('filled in').count()).toBe(0);
  await summaryOf(page).getByText('Confirm the points below').waitFor();
  const asked: string[] = [];
  let answer = false;
  page.on('dialog', (dialog) => {
    asked.push(dialog.message());
    void (answer ? dialog.accept() : dialog.dismiss());
  });
  const create = page.getByRole('button', { name: 'Create offer' });
  await create.click();
  await expect.poll(() => asked.length).toBe(1);
  expect(await world.call('GET', 'offer?search=For nothing')).toEqual([]);
  answer = true;
  await create.click();
  await heading(page, 'For nothing').catch(async () => {
    throw new Error(await summaryOf(page).innerText());
  });
  expect(asked[1]).toBe('No price: the buyer is not charged. Create the offer anyway?');
  await desk.close();
});
