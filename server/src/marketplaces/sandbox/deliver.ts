import { Agent, type RequestOptions, request } from 'node:http';
import type { FastifyInstance } from 'fastify';

type ReceiveNotification = (
  partner: string,
  organizationId: string,
  raw: { method: 'POST'; query: string; headers: Record<string, string>; rawBody: string },
  requestId: string,
) => Promise<unknown>;

/**
 * Delivers a notification to the inbound route: over HTTP, or by calling its handler if the process does not
 * listen.
 */
export type Deliver = (
  partner: string,
  organizationId: string,
  headers: Record<string, string>,
  rawBody: string,
) => Promise<void>;

/**
 * Creates the delivery: over HTTP, like an outside sender, if this process listens; otherwise by calling the
 * route's handler.
 */
export const createDeliver =
  (deps: { server: FastifyInstance; door: ReceiveNotification }): Deliver =>
  async (partner, organizationId, headers, rawBody) => {
    const address = deps.server.server.address();
    if (!deps.server.server.listening || !address || typeof address === 'string') {
      const raw = { method: 'POST', query: '', headers, rawBody } as const;
      await deps.door(partner, organizationId, raw, headers['webhook-id'] ?? 'sandbox');
      return;
    }
    const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address.address] ?? address.address;
    const path = `/marketplaces/${partner}/notifications/${organizationId}`;
    const { status, text } = await post({ host, port: address.port, path, headers }, rawBody);
    if (status < 200 || status > 299) throw new Error(`the inbound route returned HTTP ${status}: ${text}`);
  };

/** Connections are reused, as real marketplaces do. */
const agent = new Agent({ keepAlive: true, maxFreeSockets: 16 });
const timeoutMs = 20_000;

/**
 * Sends a notification with Node's own HTTP client, because `fetch` takes three times as long and every
 * sandbox sale sends notifications.
 */
function post(where: RequestOptions, body: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const given: RequestOptions = { ...where, agent, method: 'POST', signal: AbortSignal.timeout(timeoutMs) };
    const asked = request(given, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') }),
      );
    });
    asked.on('error', reject);
    asked.setHeader('content-length', Buffer.byteLength(body));
    asked.end(body);
  });
}
