import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { chromiumFile, sayWhereThereIsNone } from '../../chromium.ts';
import { type ConsoleWorld, type Desk, openConsole } from '../../console-world.ts';

sayWhereThereIsNone('Revenue was not tried in the console');
let world: ConsoleWorld;
let desk: Desk;
beforeAll(async () => {
  if (!chromiumFile) return;
  world = await openConsole();
  desk = await world.desk();
});
afterAll(() => world?.stop());
afterEach(() => expect(world?.complaints() ?? []).toEqual([]));

const inChromium = test.skipIf(!chromiumFile);

inChromium('revenue is drawn in the currency and the spans that the address names', async () => {
  const page = await desk.open(world.at('?currency=EUR&by=week'));
  await page.getByText('No revenue in EUR in this period.').waitFor();
  const day = (await world.call('GET', 'sandbox/clock')).time.slice(0, 10);
  await world.app.database.query(
    `INSERT INTO revenue_daily (organization_id, partner, product_id, day, currency, amount, collectable_amount, invoice_amount,
       tax_amount, disburse_amount, refund_invoice_amount, refund_disburse_amount)
     VALUES ($1, 'MKA', '', $2, 'EUR', 300.5, 300.5, 238, 38, 100, 0, 0)`,
    [world.org.id, day],
  );
  await page.reload();
  await page.getByText('Revenue in EUR: as a table').click();
  const table = page.getByRole('region', { name: 'Revenue in EUR' }).getByRole('table');
  expect(await table.getByRole('columnheader').allInnerTexts()).toEqual([
    'From',
    'Sold',
    'Invoiced',
    'Paid out',
    'Tax',
  ]);
  const rows = await table.getByRole('row').allInnerTexts();
  expect(rows).toHaveLength(27);
  expect(rows.at(-1)).toMatch(/300\.50\s.*200\.00\s.*100\.00\s.*38\.00$/);
  await page.getByText('Sold by marketplace, in EUR: as a table').click();
  const parts = page.getByRole('region', { name: 'Sold by marketplace, in EUR' }).getByRole('columnheader');
  expect(await parts.allInnerTexts()).toEqual(['From', 'Marketplace A']);
  await page.getByLabel('Time').selectOption('month');
  await expect.poll(() => page.url()).toContain('by=month');
  await expect.poll(() => table.getByRole('row').count()).toBe(13);
  await page.close();
});
