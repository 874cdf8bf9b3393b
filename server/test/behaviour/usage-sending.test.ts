import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type AdapterRegistry, MarketplaceError } from '../../src/marketplaces/index.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { hourMs, type UsageLines, usageLinesOf } from '../usage-lines.fixture.ts';

let app: TestApp;
let org: TestOrganization;
let by: UsageLines;
/** The number of records of each call, and whether the marketplace identifies an invalid record. */
let calls: number[] = [];
let names = true;
/** The error that each call throws. */
let refusal: MarketplaceError | undefined;
beforeAll(async () => {
  app = await startTestApp({ registry: watched });
  org = await app.organization();
  by = usageLinesOf(app, org);
});
afterEach(async () => {
  names = true;
  refusal = undefined;
  await app.database.query('DELETE FROM sandbox_fault');
});
afterAll(() => app.stop());

const watched = (own: AdapterRegistry): AdapterRegistry => ({
  ...own,
  find: (organization, partner) => {
    const adapter = own.find(organization, partner);
    if (!adapter?.reportUsage) return adapter;
    const { reportUsage } = adapter;
    return {
      ...adapter,
      reportUsage: async (call) => {
        calls.push(call.records.length);
        if (refusal) throw refusal;
        const answer = await reportUsage(call);
        const { code = '', message = '' } = answer.refusedFor ?? {};
        return answer.refusedFor && !names ? { ...answer, refusedFor: { code, message } } : answer;
      },
    };
  },
});

const ledgerOf = async (entitlementId: string) =>
  (
    await app.database.query(
      `SELECT type, quantity::float, amount::float FROM usage_ledger WHERE entitlement_id = $1 ORDER BY position`,
      [entitlementId],
    )
  ).rows;
const taking = ['MKA', 'MKB', 'MKC', 'MKD', 'MKE'] as const;

describe.each(taking)('usage for %s', (partner) => {
  test('is sent, accepted, billed once, and in the ledger', async () => {
    const { id, externalID } = await by.order(partner);
    const line = await by.line(id, { partner });
    await by.send(partner);
    expect(await by.states([line.id])).toEqual(['ACCEPTED']);
    expect(await by.reportOf(line.reportId)).toMatchObject({ status: 'SUCCESS', group_status: 'REPORTED' });
    expect(await by.billed(externalID)).toMatchObject([{ quantity: 3, dimension: 'units' }]);
    expect(await ledgerOf(id)).toEqual([{ type: 'REPORTED', quantity: 3, amount: 6 }]);
    expect((await by.get(`entitlement/${id}/entitlementTerm`))[0].reportedAmount).toBe(6);
    await by.send(partner);
    expect(await by.billed(externalID)).toHaveLength(1);
  });

  test('is retried after a throttled call, at the required time', async () => {
    const { id, externalID } = await by.order(partner);
    const line = await by.line(id, { partner });
    await by.fault({ partner, kind: 'RATE_LIMIT' });
    await by.send(partner);
    expect(await by.states([line.id])).toEqual(['WAITING']);
    await by.advance(61_000);
    expect(await by.states([line.id])).toEqual(['ACCEPTED']);
    expect(await by.billed(externalID)).toHaveLength(1);
  });

  test.each(['LOSE_ANSWER', 'LOSE_CALL'])('is counted at most once after %s', async (kind) => {
    const { id, externalID } = await by.order(partner);
    const line = await by.line(id, { partner });
    if (partner === 'MKD') app.expectAbnormalAlert(line.reportId);
    await by.fault({ partner, kind });
    await by.send(partner);
    expect(await by.states([line.id])).toEqual(['UNKNOWN']);
    await by.advance(61_000);
    const isHeld = partner === 'MKD';
    expect(await by.states([line.id])).toEqual([isHeld ? 'UNKNOWN' : 'ACCEPTED']);
    expect(await by.billed(externalID)).toHaveLength(isHeld && kind === 'LOSE_CALL' ? 0 : 1);
    const report = await by.reportOf(line.reportId);
    expect(report.group_status).toBe(isHeld ? 'REPORT_PENDING' : 'REPORTED');
  });

  test('that is refused has the reason on its report, and the rest of the batch is sent', async () => {
    const { id } = await by.order(partner);
    const { id: other } = await by.order(partner);
    const lines = [await by.line(id, { partner }), await by.line(other, { partner })];
    await by.fault({ partner, kind: 'REJECT_USAGE', cause: 'InvalidDimension' });
    await by.send(partner);
    await by.advance(61_000);
    const states = await by.states(lines.map((line) => line.id));
    expect(states.toSorted()).toEqual(['ACCEPTED', 'REJECTED']);
    const bad = lines[states.indexOf('REJECTED')] as (typeof lines)[number];
    app.expectAbnormalAlert(bad.reportId);
    expect(await by.reportOf(bad.reportId)).toMatchObject({
      status: 'FAILED',
      group_status: 'REPORT_FAILED',
      message: expect.stringContaining('rejected usage of units: “invalid dimension” (InvalidDimension)'),
    });
  });

  test('that a lost process was sending has an unknown result, and counts once', async () => {
    const { id, externalID } = await by.order(partner);
    const line = await by.line(id, { partner, state: 'SENDING' });
    if (partner === 'MKD') app.expectAbnormalAlert(line.reportId);
    await by.send(partner);
    expect(await by.states([line.id])).toEqual(['UNKNOWN']);
    await by.advance(61_000);
    expect(await by.states([line.id])).toEqual([partner === 'MKD' ? 'UNKNOWN' : 'ACCEPTED']);
    expect(await by.billed(externalID)).toHaveLength(partner === 'MKD' ? 0 : 1);
  });
});

test('a record that was not processed is sent in a later call', async () => {
  const orders = [await by.order('MKA'), await by.order('MKA')];
  const lines = [await by.line(orders[0]?.id as string), await by.line(orders[1]?.id as string)];
  await by.fault({ partner: 'MKA', kind: 'SKIP_USAGE' });
  await by.send();
  const ids = lines.map((line) => line.id);
  expect((await by.states(ids)).toSorted()).toEqual(['ACCEPTED', 'WAITING']);
  await by.advance(10_000);
  expect(await by.states(ids)).toEqual(['ACCEPTED', 'ACCEPTED']);
});

test('a batch that is refused without a name is halved until the invalid record is found', async () => {
  const { id, externalID } = await by.order('MKA');
  const lines: { id: string; reportId: string }[] = [];
  for (let n = 0; n < 9; n++)
    lines.push(await by.line(id, { dimension: `units ${n}`, quantity: n === 5 ? '1.5' : '2' }));
  app.expectAbnormalAlert(lines[5]?.reportId as string);
  names = false;
  calls = [];
  await by.send();
  const states = await by.states(lines.map((line) => line.id));
  expect(states.filter((state) => state === 'ACCEPTED')).toHaveLength(8);
  expect(states[5]).toBe('REJECTED');
  expect(await by.billed(externalID)).toHaveLength(8);
  expect(calls[0]).toBe(9);
  expect(calls.filter((size) => size === 1).length).toBeGreaterThan(0);
  // At most twice the number of halvings, and never one call for each record.
  expect(calls.length).toBeLessThanOrEqual(9);
});

test('MKB keeps the first quantity of an hour: a different quantity is refused, with the stored one', async () => {
  const { id, externalID } = await by.order('MKB');
  const hour = await by.hourBefore();
  const first = await by.line(id, { partner: 'MKB', hour });
  await by.send('MKB');
  await app.database.query(`UPDATE usage_line SET dimension = 'gone' WHERE id = $1`, [first.id]);
  const second = await by.line(id, { partner: 'MKB', hour, quantity: '9' });
  app.expectAbnormalAlert(second.reportId);
  await by.send('MKB');
  expect(await by.states([second.id])).toEqual(['REJECTED']);
  expect((await by.reportOf(second.reportId)).message).toContain('the quantity 3 of units for the hour');
  expect(await by.billed(externalID)).toHaveLength(1);
});

test('intervals of MKC are contiguous, over hours without usage too', async () => {
  const { id, externalID } = await by.order('MKC');
  await by.line(id, { partner: 'MKC' });
  await by.send('MKC');
  await by.advance(3 * hourMs);
  for (const back of [1, 0]) await by.line(id, { partner: 'MKC', hour: await by.hourBefore(back) });
  await by.send('MKC');
  const lines = (await by.get(`sandbox/usage?agreementId=${externalID}`)) as {
    startTime: string;
    endTime: string;
  }[];
  expect(lines).toHaveLength(3);
  expect(lines[1]?.startTime).toBe(lines[0]?.endTime);
  expect(lines[2]?.startTime).toBe(lines[1]?.endTime);
});

describe('time', () => {
  test('a line without a result raises an alert at half of the remaining time, and when it was missed', async () => {
    const { id } = await by.order('MKB');
    const line = await by.line(id, { partner: 'MKB' });
    app.expectAbnormalAlert(line.reportId);
    await by.fault({ partner: 'MKB', kind: 'RATE_LIMIT', count: 1000 });
    await by.send('MKB');
    expect((await by.lineOf(line.id)).alerted_time).toBeNull();
    await by.advance(13 * hourMs);
    expect((await by.lineOf(line.id)).alerted_time).not.toBeNull();
    expect(await by.states([line.id])).toEqual(['WAITING']);
    await by.advance(12 * hourMs);
    expect(await by.states([line.id])).toEqual(['MISSED']);
    expect(await by.reportOf(line.reportId)).toMatchObject({
      status: 'FAILED',
      group_status: 'REPORT_FAILED',
    });
  });

  test('a line on A with an unknown result is held when its hour is closed: A would refuse accepted usage', async () => {
    const { id, externalID } = await by.order('MKA');
    const line = await by.line(id);
    app.expectAbnormalAlert(line.reportId);
    await by.fault({ partner: 'MKA', kind: 'LOSE_ANSWER' });
    await by.send();
    expect(await by.billed(externalID)).toHaveLength(1);
    // The marketplace is unavailable until the hour is closed, after it has accepted some usage.
    await by.fault({ partner: 'MKA', kind: 'LOSE_CALL', count: 1000 });
    await by.advance(12 * hourMs);
    expect(await by.states([line.id])).toEqual(['UNKNOWN']);
    expect((await by.lineOf(line.id)).due_time).not.toBeNull();
    await by.advance(13 * hourMs);
    await app.database.query('DELETE FROM sandbox_fault');
    await by.send();
    expect(await by.states([line.id])).toEqual(['UNKNOWN']);
    expect((await by.lineOf(line.id)).due_time).toBeNull();
    const reply = await by.post(`usageRecordReport/${line.reportId}/resolve`, { accepted: true });
    expect([reply.status, reply.body.status]).toEqual([200, 'SUCCESS']);
    expect((await by.get(`entitlement/${id}/entitlementTerm`))[0].reportedAmount).toBe(6);
  });

  test('retries are due by the clock of the organization: an advance of the clock runs them before their deadline', async () => {
    const { id, externalID } = await by.order('MKD');
    const line = await by.line(id, { partner: 'MKD' });
    await by.fault({ partner: 'MKD', kind: 'RATE_LIMIT', count: 3 });
    await by.send('MKD');
    expect((await by.post('sandbox/clock', { advance: 'PT50M' })).status).toBe(200);
    await app.drainJobs();
    expect(await by.states([line.id])).toEqual(['ACCEPTED']);
    expect(await by.billed(externalID)).toHaveLength(1);
  });
});

test('an unauthorized call with usage makes the integration NOT_VERIFIED, and is retried', async () => {
  const { id } = await by.order('MKA');
  const line = await by.line(id);
  await by.post('integration', { partner: 'MKA', credentials: { key: 'revoked' } });
  await by.post('integration/MKA/MARKETPLACE/verify');
  refusal = new MarketplaceError('AccessDenied', { kind: 'unauthorized', readable: 'The role is gone.' });
  await by.send();
  expect(await by.get('integration/MKA/MARKETPLACE')).toMatchObject({
    status: 'NOT_VERIFIED',
    statusMessage: 'The role is gone.',
  });
  refusal = undefined;
  await by.advance(61_000);
  expect(await by.states([line.id])).toEqual(['ACCEPTED']);
});

test('requests and responses are stored in the marketplace’s form, without secrets', async () => {
  const { id } = await by.order('MKA');
  const line = await by.line(id);
  await by.send();
  expect((await by.reportOf(line.reportId)).info).toMatchObject({
    mkAMeteringRequest: { UsageRecords: [{ Dimension: 'units', Quantity: 3 }] },
    mkAMeteringResponse: { results: [{ status: 'Success', meteringRecordId: expect.any(String) }] },
  });
});

test('usage of a buyer whose agreement was not read yet waits for it, and is sent within a minute afterwards', async () => {
  const { id, externalID } = await by.order('MKA');
  await app.database.query(
    'UPDATE entitlement SET awaits_agreement = true, external_id = NULL WHERE id = $1',
    [id],
  );
  const line = await by.line(id, { partner: 'MKA' });
  await by.send('MKA');
  expect(await by.states([line.id])).toEqual(['WAITING']);
  await by.advance(61_000);
  expect(await by.states([line.id])).toEqual(['WAITING']);
  await app.database.query(
    'UPDATE entitlement SET awaits_agreement = false, external_id = $2 WHERE id = $1',
    [id, externalID],
  );
  await by.advance(61_000);
  expect(await by.states([line.id])).toEqual(['ACCEPTED']);
  expect(await by.billed(externalID)).toHaveLength(1);
});
