import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { chromiumFile, sayWhereThereIsNone } from '../../chromium.ts';
import { type ConsoleWorld, type Desk, openConsole } from '../../console-world.ts';

sayWhereThereIsNone('Buyers of open offers were not tried in the console');
let world: ConsoleWorld;
let desk: Desk;
const ids: Record<string, string> = {};
beforeAll(async () => {
  if (!chromiumFile) return;
  world = await openConsole();
  const buyers: string[] = [];
  for (const name of ['Northwind', 'Fabrikam']) buyers.push((await world.call('POST', 'buyer', { name })).id);
  const create = async (name: string, body: object) => {
    ids[name] = (await world.call('POST', 'offer', { partner: 'MKA', name, ...body })).id;
  };
  await create('By account', { info: { buyerMkAAccountIds: ['111122223333', '444455556666'] } });
  await create('By buyers', { metaInfo: { buyerIds: buyers } });
  await create('By buyer', { buyerID: buyers[1] });
  await create('Without', {});
  desk = await world.desk();
});
afterAll(() => world?.stop());
afterEach(() => expect(world?.complaints() ?? []).toEqual([]));

const inChromium = test.skipIf(!chromiumFile);

inChromium('the list and the page of an open offer show the buyers that the offer names', async () => {
  const page = await desk.open(world.at('/offers'));
  const shown = (name: string) =>
    page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
  await shown('By account').getByText('Account 111122223333 and 1 more').waitFor();
  await shown('By buyers').getByText('Northwind and 1 more').waitFor();
  await shown('By buyer').getByText('Fabrikam').waitFor();
  expect(await shown('Without').locator('.second').first().count()).toBe(0);
  await page.goto(world.at(`/offers/${ids['By account']}`));
  await page.getByText('for Account 111122223333 and 1 more').waitFor();
  await page.getByText('Account 111122223333, Account 444455556666').waitFor();
  await page.goto(world.at(`/offers/${ids['By buyers']}`));
  await page.getByRole('link', { name: 'Northwind' }).first().waitFor();
  await page.getByText('for Northwind and 1 more').waitFor();
  await page.close();
});
