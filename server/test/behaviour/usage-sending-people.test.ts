import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';
import { hourMs, type UsageLines, usageLinesOf } from '../usage-lines.fixture.ts';

let app: TestApp;
let org: TestOrganization;
let by: UsageLines;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
  by = usageLinesOf(app, org);
});
afterEach(() => app.database.query('DELETE FROM sandbox_fault'));
afterAll(() => app.stop());

const command = (reportId: string, what: string, body?: object) =>
  by.post(`usageRecordReport/${reportId}/${what}`, body);
const actionsOf = async (id: string) =>
  (
    await app.database.query('SELECT action FROM event WHERE entity_id = $1 ORDER BY sequence', [id])
  ).rows.map(({ action }) => action);

/** Creates a held line, whose result at the marketplace is unknown. */
async function heldLine(kind: 'LOSE_ANSWER' | 'LOSE_CALL') {
  const sold = await by.order('MKD');
  const line = await by.line(sold.id, {
    partner: 'MKD',
    deadline: new Date((await by.hourBefore()).getTime() + 119 * 60_000),
  });
  app.expectAbnormalAlert(line.reportId);
  await by.fault({ partner: 'MKD', kind });
  await by.send('MKD');
  expect(await by.states([line.id])).toEqual(['UNKNOWN']);
  return { ...sold, line };
}

describe('held usage', () => {
  test('is never sent again automatically', async () => {
    const { line, externalID } = await heldLine('LOSE_CALL');
    await by.advance(90 * 60_000);
    for (const _ of [1, 2]) await by.send('MKD');
    expect(await by.states([line.id])).toEqual(['UNKNOWN']);
    expect(await by.billed(externalID)).toEqual([]);
    expect(await actionsOf(line.reportId)).toEqual(['ABNORMAL_ALERT']);
  });

  test('that a person resolves as accepted is reported', async () => {
    const { id, line, externalID } = await heldLine('LOSE_ANSWER');
    const reply = await command(line.reportId, 'resolve', { accepted: true });
    expect([reply.status, reply.body.status]).toEqual([200, 'SUCCESS']);
    expect(await by.states([line.id])).toEqual(['ACCEPTED']);
    expect(await by.billed(externalID)).toHaveLength(1);
    expect((await by.get(`entitlement/${id}/entitlementTerm`))[0].reportedAmount).toBe(6);
    expect(await actionsOf(line.reportId)).toEqual(['ABNORMAL_ALERT', 'UPDATE']);
    const again = await command(line.reportId, 'resolve', { accepted: true });
    expect([again.status, again.body.code]).toEqual([409, 'usage_not_held']);
  });

  test('that a person resolves as not accepted is sent again', async () => {
    const { line, externalID } = await heldLine('LOSE_CALL');
    await by.advance(61_000);
    expect((await command(line.reportId, 'resolve', { accepted: false })).status).toBe(200);
    await app.drainJobs();
    expect(await by.states([line.id])).toEqual(['ACCEPTED']);
    expect(await by.billed(externalID)).toHaveLength(1);
  });

  test('that a person resolves as not accepted is missed when it is too late', async () => {
    const { line } = await heldLine('LOSE_CALL');
    await by.advance(3 * hourMs);
    expect((await command(line.reportId, 'resolve', { accepted: false })).body.status).toBe('FAILED');
    expect(await by.states([line.id])).toEqual(['MISSED']);
  });

  test('is counted once when two people resolve it simultaneously', async () => {
    const { id, line } = await heldLine('LOSE_ANSWER');
    const replies = await Promise.all(
      [1, 2, 3].map(() => command(line.reportId, 'resolve', { accepted: true })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await by.get(`entitlement/${id}/entitlementTerm`))[0].reportedAmount).toBe(6);
  });

  test.each([{}, { accepted: 'yes' }])('requires a valid resolution: %j', async (body) => {
    const { line } = await heldLine('LOSE_CALL');
    const reply = await command(line.reportId, 'resolve', body);
    expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, '/accepted']);
  });
});

describe('missed or refused usage', () => {
  test('is sent for the next open and free hour, with all its units', async () => {
    const { id, externalID } = await by.order('MKC');
    const hour = await by.hourBefore();
    const missed = await by.line(id, {
      partner: 'MKC',
      hour,
      quantity: '7',
      deadline: new Date(hour.getTime() + 2 * hourMs),
    });
    app.expectAbnormalAlert(missed.reportId);
    await by.advance(3 * hourMs);
    await by.send('MKC');
    expect(await by.states([missed.id])).toEqual(['MISSED']);
    // The first open hour already has usage.
    const own = await by.line(id, { partner: 'MKC', hour: await by.hourBefore(1), quantity: '2' });
    await by.send('MKC');
    expect((await command(missed.reportId, 'retry')).body.status).toBe('CREATED');
    await app.drainJobs();
    expect(await by.states([missed.id, own.id])).toEqual(['ACCEPTED', 'ACCEPTED']);
    expect((await by.billed(externalID)).map(({ quantity }) => quantity)).toEqual([2, 7]);
    expect(new Date((await by.lineOf(missed.id)).bucket_hour)).toEqual(await by.hourBefore());
  });

  test('is sent for its own hour after a correction', async () => {
    const { id, externalID } = await by.order('MKB');
    const line = await by.line(id, { partner: 'MKB' });
    app.expectAbnormalAlert(line.reportId);
    await by.fault({ partner: 'MKB', kind: 'REJECT_USAGE', cause: 'InvalidDimension' });
    await by.send('MKB');
    const before = await by.lineOf(line.id);
    expect(before.state).toBe('REJECTED');
    expect((await command(line.reportId, 'retry')).status).toBe(200);
    await app.drainJobs();
    expect(await by.lineOf(line.id)).toMatchObject({ state: 'ACCEPTED', bucket_hour: before.bucket_hour });
    expect(await by.billed(externalID)).toHaveLength(1);
    const again = await command(line.reportId, 'retry');
    expect([again.status, again.body.code]).toEqual([409, 'usage_record_report_not_retriable']);
  });

  test('of another organization, or unknown, is a 404', async () => {
    for (const what of ['retry', 'resolve']) {
      const reply = await command('urr_none', what, { accepted: true });
      expect([reply.status, reply.body.code]).toEqual([404, 'usage_record_report_not_found']);
    }
  });
});
