import type { FastifyInstance } from 'fastify';

type Door = (
  partner: string,
  organizationId: string,
  raw: { headers: Record<string, string>; rawBody: string },
  requestId: string,
) => Promise<unknown>;

/** Delivers a notification to the inbound door: over HTTP, or to its handler where the process does not listen. */
export type Deliver = (
  partner: string,
  organizationId: string,
  headers: Record<string, string>,
  rawBody: string,
) => Promise<void>;

/** Delivers over HTTP, as from outside, where this process listens; else to the door's handler. */
export const createDeliver =
  (deps: { server: FastifyInstance; door: Door }): Deliver =>
  async (partner, organizationId, headers, rawBody) => {
    const address = deps.server.server.address();
    if (!deps.server.server.listening || !address || typeof address === 'string') {
      await deps.door(partner, organizationId, { headers, rawBody }, headers['webhook-id'] ?? 'sandbox');
      return;
    }
    const host = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[address.address] ?? bracketed(address);
    const url = `http://${host}:${address.port}/marketplaces/${partner}/notifications/${organizationId}`;
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: rawBody,
      signal: AbortSignal.timeout(20_000),
    });
    if (!response.ok)
      throw new Error(`the inbound door answered ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
  };

const bracketed = (address: { address: string; family: string }): string =>
  address.family === 'IPv6' ? `[${address.address}]` : address.address;
