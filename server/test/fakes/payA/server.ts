import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Made = { id: string; object: string; metadata: Record<string, string> } & Record<string, unknown>;

/**
 * Plays the part of Stripe's API that charges and refunds: keys of idempotency, metadata, lists. What becomes of a charge
 * the means of payment says: `pm_decline`, `pm_processing`, `pm_lose_answer` once, `pm_lose_call` once; others succeed.
 */
export async function startPayA() {
  const made: Made[] = [];
  const answers = new Map<string, { status: number; body: object }>();
  const lost = new Map<string, number>();
  /** The library repeats a call by itself where a connection was closed: that is lost, too. */
  const loses = (key: string): boolean => {
    const times = (lost.get(key) ?? 0) + 1;
    lost.set(key, times);
    return times <= 2;
  };
  let ids = 0;
  const server = createServer(async (request, response) => {
    const body = new URLSearchParams(await textOf(request));
    const url = new URL(request.url ?? '/', 'http://local');
    if (request.method === 'GET') return send(response, 200, listOf(made, url));
    const key = String(request.headers['idempotency-key'] ?? '');
    const method = body.get('payment_method') ?? '';
    if (method === 'pm_lose_call' && loses(key)) return request.socket.destroy();
    const known = answers.get(key);
    const answer = known ?? create(url.pathname, body);
    answers.set(key, answer);
    if (method === 'pm_lose_answer' && loses(key)) return request.socket.destroy();
    send(response, answer.status, answer.body);
  });
  const create = (path: string, body: URLSearchParams) => {
    const metadata = { transactionId: body.get('metadata[transactionId]') ?? '' };
    const amount = Number(body.get('amount'));
    if (path.endsWith('/refunds')) {
      const refund = { id: `re_${++ids}`, object: 'refund', amount, status: 'succeeded', metadata };
      made.push({ ...refund, payment_intent: body.get('payment_intent') });
      return { status: 200, body: { ...refund, payment_intent: body.get('payment_intent') } };
    }
    const method = body.get('payment_method');
    const failure = { code: 'card_declined', message: 'Your card was declined.', type: 'card_error' };
    const isDeclined = method === 'pm_decline';
    const intent = {
      id: `pi_${++ids}`,
      object: 'payment_intent',
      amount,
      currency: body.get('currency'),
      customer: body.get('customer'),
      livemode: false,
      metadata,
      status: isDeclined
        ? 'requires_payment_method'
        : method === 'pm_processing'
          ? 'processing'
          : 'succeeded',
      last_payment_error: isDeclined ? failure : null,
    };
    made.push(intent);
    return isDeclined
      ? { status: 402, body: { error: { ...failure, payment_intent: intent } } }
      : { status: 200, body: intent };
  };
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    account: {
      secretKey: 'sk_test_1',
      webhookSecret: 'whsec_test',
      at: { host: '127.0.0.1', port, protocol: 'http' as const },
    },
    made,
    stop: () => new Promise((done) => server.close(done)),
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

const send = (response: ServerResponse, status: number, body: object) => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
};

function listOf(made: readonly Made[], { pathname, searchParams }: URL) {
  const kind = pathname.endsWith('/refunds') ? 'refund' : 'payment_intent';
  const [field, value] =
    [...searchParams].find(([name]) => ['customer', 'payment_intent'].includes(name)) ?? [];
  const data = made.filter((each) => each.object === kind && (!field || each[field] === value)).reverse();
  return { object: 'list', url: pathname, has_more: false, data };
}
