import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startTestApp } from '../harness.ts';

test('a request that does not arrive in time is cut, and the others go on', async () => {
  const hasty = await startTestApp({ requestTimeoutMs: 240 });
  const org = await hasty.organization();
  const begun = (head: string, trickles = true): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect(Number(new URL(hasty.url).port), '127.0.0.1', () => socket.write(head));
      const trickle = setInterval(() => trickles && socket.writable && socket.write('x'), 20);
      let answer = '';
      socket.on('data', (data) => {
        answer += data;
      });
      // What is on its way when the other side has hung up is an error; the end comes after it.
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
