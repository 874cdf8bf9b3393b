import { connect } from 'node:net';
import pg from 'pg';
import { expect, test } from 'vitest';
import { startTestApp } from '../harness.ts';

test('a request that does not arrive in time is disconnected, and others continue', async () => {
  const hasty = await startTestApp({ requestTimeoutMs: 240 });
  const org = await hasty.organization();
  const begun = (head: string, trickles = true): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect(Number(new URL(hasty.url).port), '127.0.0.1');
      // The head is sent before the slow bytes, regardless of the time to connect.
      socket.write(head);
      const trickle = setInterval(() => trickles && socket.writable && socket.write('x'), 20);
      let answer = '';
      socket.on('data', (data) => {
        answer += data;
      });
      // Data in transit after the other side has closed causes an error before the end event.
      socket.on('error', () => {});
      socket.on('close', () => {
        clearInterval(trickle);
        resolve(answer);
      });
    });
  try {
    const head = `POST /org/${org.id}/offer HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${org.token}\r\n`;
    const body = begun(`${head}content-type: application/json\r\ncontent-length: 65000\r\n\r\n`);
    const headers = begun(`${head}x-long: `);
    const stalled = begun(`${head}content-type: application/json\r\ncontent-length: 65000\r\n\r\n`, false);
    for (const answer of await Promise.all([body, headers])) expect(answer).toMatch(/^(HTTP\/1\.1 408 |$)/);
    const answer = await stalled;
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    const problem = JSON.parse(answer.split('\r\n\r\n')[1] as string);
    expect(problem).toMatchObject({ status: 408, code: 'request_timeout' });
    expect(answer).toContain(`x-correlation-id: ${problem.requestId}`);
    expect((await hasty.request('GET', '/livez')).status).toBe(200);
  } finally {
    await hasty.stop();
  }
});

test('a client that leaves during the look-up of its caller frees its slot for long files', async () => {
  const app = await startTestApp();
  const blocker = new pg.Client({ connectionString: app.database.administrator });
  await blocker.connect();
  try {
    const org = await app.organization();
    const path = `/org/${org.id}/usageRecordGroup/csv`;
    const head = [
      `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${org.token}\r\n`,
      'content-type: multipart/form-data; boundary=x\r\ncontent-length: 9000\r\n\r\n--x\r\n',
    ].join('');
    const connections = () =>
      new Promise((resolve) => app.app.server.server.getConnections((_error, count) => resolve(count)));
    const before = await connections();
    // The access of the caller is read from this table.
    await blocker.query('BEGIN; LOCK TABLE principal_grant');
    const sockets = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
        await new Promise<void>((resolve) => socket.write(head, () => resolve()));
        return socket;
      }),
    );
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect.poll(async () => (await app.database.query(waiting)).rowCount).toBe(sockets.length);
    for (const socket of sockets) socket.destroy();
    await expect.poll(connections).toBe(before);
    await blocker.query('COMMIT');
    const form = new FormData();
    form.append('file', new Blob(['no column']), 'usage.csv');
    const headers = { authorization: `Bearer ${org.token}` };
    const upload = async () =>
      (await fetch(`${app.url}${path}`, { method: 'POST', headers, body: form })).status;
    await expect.poll(upload).toBe(400);
    expect(await upload()).toBe(400);
  } finally {
    await blocker.end();
    await app.stop();
  }
});
