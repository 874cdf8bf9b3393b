import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { chromiumFile, sayWhereThereIsNone } from '../../chromium.ts';
import { type ConsoleWorld, type Desk, openConsole } from '../../console-world.ts';

sayWhereThereIsNone('Revenue was not tried in the console');
let world: ConsoleWorld;
let desk: Desk;
beforeAll(async () => {
  if (!chromiumFile) return;
  world = await openConsole();
  await world.app.database.query(
    `WITH sold AS (
       INSERT INTO entitlement (organization_id, id, status, entitlement_term_id, info, meta_info, creation_time, last_update_time)
       VALUES ($1, 'ent_years', 'ACTIVE', 'trm_years', '{"currency": "EUR"}', '{}', now(), now()))
     INSERT INTO entitlement_term (organization_id, entitlement_id, id, info, entitlement_info, commit_amount, start_time,
       end_time, creation_time, last_update_time)
     VALUES ($1, 'ent_years', 'trm_years', '{}', '{}', 365, '2026-07-02', '2027-07-02', now(), now())`,
    [world.org.id],
  );
  // The service caches the overview, which the desk opens.
  desk = await world.desk();
});
afterAll(() => world?.stop());
afterEach(() => expect(world?.complaints() ?? []).toEqual([]));

const inChromium = test.skipIf(!chromiumFile);

inChromium('revenue is drawn in the currency and the spans that the address names', async () => {
  const page = await desk.open(world.at('?currency=EUR&by=week'));
  await page.getByText('No revenue in EUR in this period.').waitFor();
  const years = page.getByRole('region', { name: 'Contract value in force, by year' }).getByRole('row');
  expect(await years.allInnerTexts()).toEqual([
    expect.stringMatching(/^Year\s+EUR$/),
    expect.stringMatching(/^2026\s+€183\.00$/),
    expect.stringMatching(/^2027\s+€182\.00$/),
    expect.stringMatching(/^All years\s+€365\.00$/),
  ]);
  const day = (await world.call('GET', 'sandbox/clock')).time.slice(0, 10);
  await world.app.database.query(
    `INSERT INTO revenue_daily (organization_id, partner, product_id, day, currency, amount, collectable_amount, invoice_amount,
       tax_amount, disburse_amount, refund_invoice_amount, refund_disburse_amount)
     VALUES ($1, 'MKA', '', $2, 'EUR', 300.5, 300.5, 238, 38, 100, 0, 0)`,
    [world.org.id, day],
  );
  await world.app.database.query(
    `INSERT INTO usage_verification (organization_id, entitlement_id, partner, day, key, reported_quantity, reported_amount)
     VALUES ($1, 'ent_years', 'MKB', $2, 'gpu', 2, 20.5)`,
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
  expect(rows.at(-1)).toMatch(/300\.50\s.*238\.00\s.*100\.00\s.*38\.00$/);
  await page.getByText('Sold by marketplace, in EUR: as a table').click();
  const parts = page.getByRole('region', { name: 'Sold by marketplace, in EUR' }).getByRole('columnheader');
  expect(await parts.allInnerTexts()).toEqual(['From', 'Marketplace A']);
  await page.getByText('Usage by marketplace, in EUR: as a table').click();
  const used = page.getByRole('region', { name: 'Usage by marketplace, in EUR' }).getByRole('row');
  const usedRows = await used.allInnerTexts();
  expect([usedRows[0], usedRows.at(-1)]).toEqual([
    expect.stringMatching(/^From\s+Marketplace B$/),
    expect.stringMatching(/20\.50$/),
  ]);
  await page.getByLabel('Time').selectOption('month');
  await expect.poll(() => page.url()).toContain('by=month');
  await expect.poll(() => table.getByRole('row').count()).toBe(13);
  await page.close();
});

inChromium('the invoiced amounts of a marketplace are shown net of refunds, with the tax apart', async () => {
  const day = (await world.call('GET', 'sandbox/clock')).time.slice(0, 10);
  await world.app.database.query(
    `INSERT INTO revenue_daily (organization_id, partner, product_id, day, currency, amount, collectable_amount, invoice_amount,
       tax_amount, disburse_amount, refund_invoice_amount, refund_disburse_amount)
     VALUES ($1, 'MKB', '', $2, 'GBP', 90, 90, 100, 19.5, 0, 10, 0), ($1, 'MKC', '', $2, 'GBP', 50, 50, 50, 0, 0, 0, 0)`,
    [world.org.id, day],
  );
  const page = await desk.open(world.at('/revenue?currency=GBP'));
  const rows = page.getByRole('region', { name: 'Invoiced by marketplace, in GBP' }).getByRole('row');
  await rows.nth(3).waitFor();
  expect(await rows.allInnerTexts()).toEqual([
    expect.stringMatching(/^Marketplace\s+Invoiced\s+Refunded\s+Net\s+Tax$/),
    expect.stringMatching(/^B\s+Marketplace B\s+£100\.00\s+£10\.00\s+£90\.00\s+£19\.50$/),
    expect.stringMatching(/^C\s+Marketplace C\s+£50\.00\s+£0\.00\s+£50\.00\s+£0\.00$/),
    expect.stringMatching(/^All marketplaces\s+£150\.00\s+£10\.00\s+£140\.00\s+£19\.50$/),
  ]);
  const now = `startDate=${day}&endDate=${day}`;
  await page.goto(world.at(`/revenue/report?partner=MKB&reportType=InvoicedAmount&groupBy=day&${now}`));
  const report = page.locator('section', { has: page.getByRole('heading', { name: 'Invoiced, in GBP' }) });
  await report.getByText('£90.00 in all, less refunds, without £19.50 of tax').waitFor();
  await report.getByText('Invoiced, in GBP: as a table').click();
  const table = report.getByRole('table');
  expect(await table.getByRole('columnheader').allInnerTexts()).toEqual([
    'From',
    'Invoiced',
    'Refunds',
    'Tax',
  ]);
  expect((await table.getByRole('row').allInnerTexts()).at(-1)).toMatch(/£100\.00\s+-£10\.00\s+£19\.50$/);
  await page.close();
});
