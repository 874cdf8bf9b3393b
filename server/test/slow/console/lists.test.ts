import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { copyRow } from '../../../bench/list-rows.ts';
import { chromiumFile, sayWhereThereIsNone } from '../../chromium.ts';
import { button, closed, confirm, dialog, send } from '../../console-page.ts';
import { type ConsoleWorld, openConsole, signIn } from '../../console-world.ts';

sayWhereThereIsNone('Long lists were not scrolled in the console');

const length = 1000;
const pageLength = 50;
const rowPx = 52;

let world: ConsoleWorld;
beforeAll(async () => {
  if (!chromiumFile) return;
  world = await openConsole();
  const { id } = await world.call('POST', 'offer', { partner: 'MKA', name: ' in a row' });
  await published(id);
  await copyRow(world.app.database.administrator, { table: 'offer', id, distinct: ['name'] }, length - 1);
});
const published = (id: string) =>
  vi.waitFor(async () => expect((await world.call('GET', `offer/${id}`)).status).toBe('PENDING_ACCEPTANCE'), {
    timeout: 30_000,
    interval: 100,
  });
afterAll(() => world?.stop());
afterEach(() => expect(world?.complaints() ?? []).toEqual([]));

type View = {
  top: number;
  end: number;
  isWhole: boolean;
  /** The first and the last row that are partly visible. */
  inFrame: [first: number, last: number];
  rows: [at: number, name: string][];
};

/** Returns the visible and the rendered rows of the list, after scrolling to a position if given. */
const view = (page: Page, top?: number): Promise<View> =>
  page.evaluate(`(() => {
    const frame = document.querySelector('section[aria-label="Offers"]');
    frame.scrollTop = ${top ?? 'frame.scrollTop'};
    const rowAt = (px) => Math.min(Math.floor(px / ${rowPx}), frame.querySelector('tbody').offsetHeight / ${rowPx} - 1);
    return {
      inFrame: [rowAt(frame.scrollTop), rowAt(frame.scrollTop + frame.clientHeight - ${rowPx} - 1)],
      top: frame.scrollTop,
      end: frame.scrollHeight - frame.clientHeight,
      isWhole: frame.querySelector('table').getAttribute('aria-rowcount') !== '-1',
      rows: [...frame.querySelectorAll('tbody tr')].map((row) =>
        [row.getAttribute('aria-rowindex') - 2, row.firstChild.textContent]),
    };
  })()`);

/** Scrolls to a position, and waits until all rows there and the following rows, if any, are read. */
async function scrollTo(page: Page, top: number): Promise<View> {
  let seen = await view(page, top);
  const isThere = ({ inFrame, rows, isWhole, end }: View) =>
    inFrame.every((row) => rows.some(([at]) => at === row)) &&
    rows.every(([, name]) => name !== 'Loading …') &&
    (isWhole || end > top);
  await expect
    .poll(async () => {
      const [before, now] = [seen, await view(page, top)];
      seen = now;
      return isThere(now) && JSON.stringify(now) === JSON.stringify(before);
    })
    .toBe(true);
  return seen;
}

const stepPx = 600;

/** Scrolls to the end, and returns the content of every row and the position of the end. */
async function scrollDown(page: Page): Promise<{ names: Map<number, string>; end: number }> {
  const names = new Map<number, string>();
  for (let top = 0; ; top += stepPx) {
    const { rows, isWhole, end } = await scrollTo(page, top);
    for (const [at, name] of rows) names.set(at, name);
    if (isWhole && top >= end) return { names, end };
  }
}

async function openList(reads: string[] = []): Promise<Page> {
  const desk = await world.desk();
  const page = await desk.context.newPage();
  page.on('request', (request) => {
    if (/\/offer\?/.test(request.url())) reads.push(request.url());
  });
  await page.goto(world.at('/offers'));
  await page.getByRole('row').nth(5).waitFor();
  return page;
}

const inChromium = test.skipIf(!chromiumFile);

inChromium('scrolled down and up again, a list shows the same rows at the same places', async () => {
  const reads: string[] = [];
  const page = await openList(reads);
  const { names, end } = await scrollDown(page);
  expect([...names.keys()]).toEqual(Array.from({ length }, (_, at) => at));
  expect(new Set(names.values()).size).toBe(length);
  expect(names.get(0)).toBe(`${length - 1} in a row`);
  expect(reads.length, 'each page was read once on the way down').toBe(length / pageLength);
  for (let top = end; top > 0; top -= stepPx) {
    const shown = await scrollTo(page, top);
    expect([shown.top, shown.end]).toEqual([top, end]);
    expect(shown.rows.filter(([at, name]) => names.get(at) !== name)).toEqual([]);
  }
  expect(reads.length, 'pages that were far away had been dropped').toBeGreaterThan(length / pageLength + 5);
  await page.context().close();
});

inChromium('a new row in front moves nothing of what is in view, and leaves no gap', async () => {
  const reads: string[] = [];
  const page = await openList(reads);
  const { names } = await scrollDown(page);
  const middle = await scrollTo(page, 20_000);
  const before = reads.length;
  const { id } = await world.call('POST', 'offer', { partner: 'MKA', name: 'In front' });
  await published(id);
  await expect
    .poll(() => reads.length, { message: 'what is in view was read again' })
    .toBeGreaterThan(before);
  expect(await scrollTo(page, 20_000)).toEqual(middle);
  for (let top = 20_000; top > 0; top -= stepPx) await scrollTo(page, top);
  await scrollTo(page, 0);
  const after = await scrollDown(page);
  expect([...after.names.values()]).toEqual(['In front', ...names.values()]);
  await page.context().close();
});

inChromium('whoever comes back from a record finds the list where it was left', async () => {
  const page = await openList();
  for (let top = 0; top <= 12_000; top += stepPx) await scrollTo(page, top);
  const left = await view(page);
  const [, name = ''] = left.rows[10] ?? [];
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  await page.goBack();
  await page.getByRole('link', { name, exact: true }).waitFor();
  await expect.poll(async () => (await view(page)).top).toBe(left.top);
  await page.context().close();
});

inChromium('a heading sorts the whole list in both directions, and the export follows', async () => {
  const page = await openList();
  const heading = page.getByRole('columnheader', { name: 'Name', exact: true });
  const sort = async (order: string) => {
    await heading.getByRole('button').click();
    await expect.poll(() => heading.getAttribute('aria-sort')).toBe(order);
    return new URL(page.url()).searchParams;
  };
  const names = async (query: string): Promise<string[]> =>
    (await world.call('GET', `offer?fields=name&${query}`)).map(({ name }: { name: string }) =>
      name.toLowerCase(),
    );
  const sorted = [...(await names('')), ...(await names('offset=1000'))].sort();
  const first = async () => (await view(page)).rows[0]?.[1].toLowerCase();
  const ascending = await sort('ascending');
  expect([ascending.get('sort'), ascending.get('order')]).toEqual(['name', null]);
  const shown = [...(await scrollDown(page)).names.values()];
  expect(shown.map((name) => name.toLowerCase())).toEqual(sorted);
  expect((await sort('descending')).get('order')).toBe('desc');
  await page.reload();
  await expect.poll(first).toBe(sorted.at(-1));
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  const chunks: string[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(String(chunk));
  const exported = chunks.join('').split('\r\n').slice(1, -1);
  expect(exported.map((line) => line.split(',')[1]?.toLowerCase())).toEqual(sorted.reverse());
  expect((await sort('none')).toString()).toBe('');
  await expect.poll(first).toBe((await names('order=desc&limit=1'))[0]);
  await page.context().close();
});

inChromium('a saved view opens in another browser, and is updated, renamed and deleted', async () => {
  const desk = await world.desk();
  const page = await desk.open(world.at('/offers'));
  const query = () => Object.fromEntries(new URL(page.url()).searchParams);
  const choose = async (view: string, item: string, role: 'menuitem' | 'menuitemcheckbox' = 'menuitem') => {
    await button(page, view).click();
    await page.getByRole(role, { name: item, exact: true }).click();
  };
  const saved = {
    status: 'PENDING_ACCEPTANCE',
    sort: 'name',
    columns: 'Name,Value,Marketplace,State,Type,Expires',
  };
  await button(page, 'Views').click();
  const save = page.getByRole('menuitem', { name: 'Save as new view …' });
  expect(await save.getAttribute('aria-disabled'), 'the default view cannot be saved').toBe('true');
  await page.keyboard.press('Escape');
  await page.getByLabel('State', { exact: true }).selectOption(saved.status);
  await page.getByRole('columnheader', { name: 'Name', exact: true }).getByRole('button').click();
  await choose('Columns', 'Type', 'menuitemcheckbox');
  await page.keyboard.press('Escape');
  await button(page, 'Views').press('Enter');
  for (const key of ['End', 'Enter']) await page.keyboard.press(key);
  await expect
    .poll(() =>
      dialog(page)
        .getByLabel('Name')
        .evaluate((input) => input.matches(':focus')),
    )
    .toBe(true);
  await page.keyboard.type('Pending by name');
  await page.keyboard.press('Enter');
  await button(page, 'View: Pending by name').waitFor();
  expect(query()).toEqual(saved);
  await choose('View: Pending by name', 'Default view', 'menuitemcheckbox');
  await expect.poll(query).toEqual({});

  const other = await world.nobody({ colorScheme: 'dark', width: 360 });
  const otherPage = await other.open(world.at('/offers'));
  await signIn(otherPage, desk.email);
  await button(otherPage, 'Views').click();
  await otherPage.getByRole('menuitemcheckbox', { name: 'Pending by name' }).click();
  await button(otherPage, 'View: Pending by name').waitFor();
  expect(Object.fromEntries(new URL(otherPage.url()).searchParams)).toEqual(saved);
  await other.close();

  await choose('Views', 'Pending by name', 'menuitemcheckbox');
  await page.getByRole('columnheader', { name: 'Name', exact: true }).getByRole('button').click();
  await choose('Views', 'Update “Pending by name”');
  await button(page, 'View: Pending by name').waitFor();
  await choose('View: Pending by name', 'Rename “Pending by name” …');
  await dialog(page).getByLabel('Name').fill('Waiting');
  await send(page, 'Rename view');
  await closed(page);
  await page.reload();
  await button(page, 'View: Waiting').waitFor();
  expect(query()).toEqual({ ...saved, order: 'desc' });
  await choose('View: Waiting', 'Delete “Waiting” …');
  await confirm(page, 'Delete view');
  await button(page, 'Views').waitFor();
  await button(page, 'Views').click();
  expect(await page.getByRole('menuitemcheckbox').allInnerTexts()).toEqual(['Default view']);
  await desk.close();
});
