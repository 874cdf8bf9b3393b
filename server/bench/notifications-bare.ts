import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import pg from 'pg';

export type BareNotifications = { connectionString: string; keysUrl: string; audience: string };

/** The bare handler for comparison: verifies the token of each notification, and inserts one row. */
process.once('message', async ({ connectionString, keysUrl, audience }: BareNotifications) => {
  const pool = new pg.Pool({ connectionString, max: 10 });
  await pool.query('CREATE TABLE bare_notification (id text PRIMARY KEY, body text NOT NULL)');
  const keys = createRemoteJWKSet(new URL(keysUrl));
  const insert = 'INSERT INTO bare_notification (id, body) VALUES ($1, $2) ON CONFLICT DO NOTHING';
  async function receive(request: http.IncomingMessage): Promise<void> {
    const body = await text(request);
    const token = (request.headers.authorization ?? '').slice('Bearer '.length);
    await jwtVerify(token, keys, { algorithms: ['RS256'], audience, clockTolerance: 60 });
    await pool.query({ name: 'insert', text: insert, values: [JSON.parse(body).id, body] });
  }
  const server = http.createServer((request, response) => {
    const answer = (status: number, body: object) => {
      const shown = JSON.stringify(body);
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(shown) };
      response.writeHead(status, headers).end(shown);
    };
    receive(request).then(
      () => answer(200, { received: true }),
      (error: Error) => answer(500, { message: error.message }),
    );
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
process.on('disconnect', () => process.exit());
