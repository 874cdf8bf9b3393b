import { Pool } from 'undici';
import { makeSecret, signatureHeaders } from '../src/notifications/webhooks/signing.ts';

/** Signed posts of one body: their number, and the number of concurrent posts. */
export type BareDeliveries = { port: number; body: string; count: number; atOnce: number };

process.on('message', async ({ port, body, count, atOnce }: BareDeliveries) => {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: atOnce });
  const secret = makeSecret((size) => Buffer.alloc(size, 1));
  const began = performance.now();
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const message = { id: `evt_${next++}`, sentAt: new Date(), body };
      const headers = { 'content-type': 'application/json', ...signatureHeaders([secret], message) };
      const answer = await pool.request({ path: '/', method: 'POST', headers, body });
      await answer.body.text();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const seconds = (performance.now() - began) / 1000;
  await pool.close();
  process.send?.(count / seconds);
});
process.on('disconnect', () => process.exit(0));
