import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { chromiumFile, sayWhereThereIsNone } from '../../chromium.ts';
import { heading } from '../../console-page.ts';
import { type ConsoleWorld, type Desk, openConsole } from '../../console-world.ts';

sayWhereThereIsNone('Burn-down was not tried in the console');
let world: ConsoleWorld;
let desk: Desk;
beforeAll(async () => {
  if (!chromiumFile) return;
  world = await openConsole();
  desk = await world.desk();
});
afterAll(() => world?.stop());
afterEach(() => expect(world?.complaints() ?? []).toEqual([]));

const statusOf = async (id: string) => (await world.call('GET', `offer/${id}`)).status;

/** Creates an entitlement with partly used commit and fully used credit. */
async function used(name: string) {
  const { id } = await world.call('POST', 'offer', {
    partner: 'MKB',
    name,
    info: {
      currency: 'USD',
      isMeteringOverageCommit: true,
      commits: [{ key: 'fee', rate: 1200, length: 1, timeUnit: 'YEAR' }],
      dimensions: [{ key: 'gpu', name: 'GPU', rate: 2 }],
    },
  });
  await expect.poll(() => statusOf(id)).toBe('PENDING_ACCEPTANCE');
  await world.call('POST', `sandbox/offer/${id}/accept`);
  const entitlements = () => world.call('GET', `entitlement?offerId=${id}`);
  await expect.poll(async () => (await entitlements())[0]?.status).toBe('ACTIVE');
  const [entitlement] = await entitlements();
  const path = `entitlement/${entitlement.id}`;
  await world.call('POST', `${path}/addCredit`, { creditAmountIncrement: 100 });
  await world.call('POST', `${path}/usageRecordGroup`, { records: { gpu: 75 } });
  await advance('P2D');
  const term = async () => (await world.call('GET', `${path}/entitlementTerm`))[0];
  await expect.poll(async () => (await term()).usedCommitAmount).toBe(50);
  return { ...entitlement, term: await term() };
}

const inChromium = test.skipIf(!chromiumFile);

inChromium(
  'an entitlement shows how its commit and its credit are used up, drawn and as a table',
  async () => {
    const { id, name, term } = await used('Used in part');
    const page = await desk.open(world.at(`/entitlements/${id}?tab=usage`));
    await heading(page, name);
    const title = 'Commit and credit left, in USD';
    await page.getByText(`${title}: as a table`).click();
    const table = page.getByRole('region', { name: title }).getByRole('table');
    expect(await table.getByRole('columnheader').allInnerTexts()).toEqual([
      'At',
      'Commit left',
      'Credit left',
    ]);
    const rows = await table.getByRole('row').allInnerTexts();
    expect(rows.at(1)).toMatch(/1,200\.00\s+US\$100\.00$/);
    expect(rows.at(-1)).toMatch(/1,150\.00\s+US\$0\.00$/);
    await page.getByText('4.2% of the commit is used.').waitFor();
    await page.getByRole('region', { name: 'Terms' }).getByRole('link').click();
    await expect.poll(() => page.url()).toContain(`term=${term.id}`);
    const parts = page.getByRole('navigation', { name: 'Parts of this page' });
    await parts.getByRole('link', { name: 'Overview' }).click();
    await page.getByText('Due next').waitFor();
    await parts.getByRole('link', { name: 'Terms and usage' }).click();
    // Usage during the visit appears without a reload.
    await world.call('POST', `entitlement/${id}/usageRecordGroup`, { records: { gpu: 25 } });
    await advance('P1D');
    await page.getByText('8.3% of the commit is used.').waitFor();
    await page.close();
  },
);

/** Advances the clock, once an earlier advance has ended. */
async function advance(length: string): Promise<void> {
  const isAdvancing = async () => (await world.call('GET', 'sandbox/clock')).advancingTo !== undefined;
  await expect.poll(isAdvancing, { timeout: 30_000 }).toBe(false);
  await world.call('POST', 'sandbox/clock', { advance: length });
}

inChromium('whoever may not read usage is told so in the place of the chart', async () => {
  const { id, name } = await used('Not to be seen by all');
  const permissions = ['entitlements:read', 'audit:read', 'offers:read'];
  await world.call('POST', 'role', { name: 'READS_ENTITLEMENTS', permissions });
  const reader = await world.desk('READS_ENTITLEMENTS' as 'VIEWER');
  const page = await reader.open(world.at(`/entitlements/${id}?tab=usage`));
  await heading(page, name);
  await page.getByText('Your role lacks the permission metering:read.').waitFor();
  await reader.close();
});

inChromium('payments on dates and addons are listed with their amounts', async () => {
  const chargeOn = ['2020-01-01', '2091-01-01'];
  const { id: offerId } = await world.call('POST', 'offer', {
    name: 'Paid on dates',
    info: {
      currency: 'EUR',
      commits: [{ key: 'fee', rate: 300, length: 1, timeUnit: 'YEAR' }],
      paymentInstallments: [100, 200].map((amount, at) => ({ amount, chargeOn: chargeOn[at] })),
    },
  });
  await world.call('POST', `sandbox/offer/${offerId}/accept`);
  const [{ id, name }] = await world.call('GET', `entitlement?offerId=${offerId}`);
  await world.call('POST', `entitlement/${id}/addon`, { name: 'Onboarding', amount: 12.5 });
  const page = await desk.open(world.at(`/entitlements/${id}?tab=payments`));
  await heading(page, name);
  const rowsOf = (region: string) =>
    page.getByRole('region', { name: region }).getByRole('row').allInnerTexts();
  await page.getByText('Overdue').waitFor();
  expect(await rowsOf('Payments')).toEqual([
    expect.stringMatching(/^Charged\s+Amount/),
    expect.stringMatching(/1 Jan 2020\s+€100\.00\s+–\s+Overdue/),
    expect.stringMatching(/1 Jan 2091\s+€200\.00\s+–\s+Upcoming/),
  ]);
  expect((await rowsOf('Addons'))[1]).toMatch(/Onboarding\s+€12\.50/);
  await page.close();
});
