import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entitlementsOf } from '../entitlements.fixture.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';
import { usageCallsOf } from '../usage-calls.fixture.ts';

let app: TestApp;
let org: TestOrganization;
let entitlementId: string;
let soon: () => string;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
  const usage = usageCallsOf(app, org, entitlementsOf(app, org));
  entitlementId = (await usage.metered()).id;
  soon = () => usage.ago(-1);
});
afterAll(() => app.stop());

const head = 'entitlementID,timestamp,dimension,quantity';
type Line = { line: number; id?: string; status: string; reason?: string };
async function upload(content: string) {
  const form = new FormData();
  form.append('file', new File([content], 'usage.csv'));
  const request = new Request(app.url, { method: 'POST', body: form });
  return app.request('POST', `/org/${org.id}/usageRecordGroup/csv`, {
    token: org.token,
    raw: new Uint8Array(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') as string },
  });
}

describe('a file of usage', () => {
  test('R60 the lines of a file that another program saved count once, and new lines beside them count', async () => {
    const at = soon();
    const [line, other] = [`${entitlementId},${at},gpu,3`, `${entitlementId},${at},disk,0.5`];
    const first = await upload(`${head}\n${line}\n${line}\n${other}\n`);
    expect(first.body).toMatchObject({ created: 3, repeated: 0 });
    const [firstId, secondId, otherId] = first.body.lines.map(({ id }: Line) => id);
    const ids = async (content: string) => {
      const { body } = await upload(content);
      return [body.created, body.lines.map(({ id }: Line) => id)];
    };
    expect(await ids(`\uFEFF${head}\r\n${line}\r\n${line}\r\n${other}\r\n`)).toEqual([
      0,
      [firstId, secondId, otherId],
    ]);
    // The file is sorted, quoted, with reordered columns and one more line.
    expect(
      await ids(
        `Quantity,Dimension,Timestamp,entitlementID\n"0.50",disk,"${at}",${entitlementId}\n3.0,gpu,${at},${entitlementId}\n4,gpu,${at},${entitlementId}\n3,gpu,${at},"${entitlementId}"`,
      ),
    ).toEqual([1, [otherId, firstId, expect.stringMatching(/^urg_/), secondId]]);
  });

  test('R60 with lines without id and timestamp reports that they do not count again, also days later', async () => {
    const rows = `entitlementID,dimension,quantity\n${entitlementId},gpu,41\n${entitlementId},gpu,42\n`;
    expect((await upload(rows)).body).not.toHaveProperty('hint');
    await app.request('POST', `/org/${org.id}/sandbox/clock`, { token: org.token, body: { advance: 'P3D' } });
    await app.drainJobs();
    expect((await upload(`${rows}${entitlementId},gpu,43\n`)).body).toMatchObject({
      created: 1,
      repeated: 2,
      hint: expect.stringMatching(
        /^2 repeated lines have neither an id nor a timestamp, .* To report new usage, add a timestamp or an id\.$/,
      ),
    });
    const timed = `${head}\n${entitlementId},${soon()},gpu,41\n`;
    await upload(timed);
    const again = await upload(timed);
    expect(again.body.repeated).toBe(1);
    expect(again.body).not.toHaveProperty('hint');
  });

  test('with rows that begin with # keeps them; only our own last line is ignored', async () => {
    const at = soon();
    const lines = [`#7,,${at},gpu,1`, `#end,2,,,`, `${entitlementId},#end,${at},disk,1`, '#end,3,,,'];
    const { body } = await upload(`entitlementID,id,timestamp,dimension,quantity\n${lines.join('\n')}\n`);
    expect(body.lines.map(({ line, reason }: Line) => [line, reason])).toEqual([
      [2, expect.stringContaining('does not match an entitlement')],
      [3, 'dimension: is required'],
      [4, 'id: must be letters, digits, "_", "-" or "."'],
    ]);
    expect(body).toMatchObject({ read: 3, invalid: 3 });
    expect((await upload(`${head}\n#1001,${at},gpu,1\n#end,2,,\n`)).body).toMatchObject({ read: 2 });
  });

  test('with blank rows at the end of a spreadsheet reports how many it skipped; a blank row in between is a line', async () => {
    const { body } = await upload(
      `${head}\r\n,,,\r\n${entitlementId},${soon()},gpu,6\r\n,,,\r\n , ,,\r\n\r\n`,
    );
    expect(body).toMatchObject({ read: 2, created: 1, invalid: 1, skipped: 2 });
    expect(body.lines[0]).toMatchObject({ line: 2, status: 'INVALID' });
  });
});
