import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = { status: number; body: object };
type CreatedObject = { id: string; object: string; metadata: Record<string, string> } & Record<
  string,
  unknown
>;

/**
 * Simulates Stripe’s API for charges, refunds and customers, with idempotency keys, metadata and lists. The
 * payment method determines the result of a charge: `pm_decline`, `pm_processing`, `pm_lose_answer` (once),
 * `pm_lose_call` (once); all others succeed. The key `rk_test_limited` has no permissions; with
 * `sk_test_unreachable` connections break. A customer with the name `lose answer` is created, but the first
 * response is lost. `cus_foreign` belongs to a different account.
 */
export async function startPayA() {
  const made: CreatedObject[] = [];
  const methods = new Map<string, object[]>();
  const answers = new Map<string, Answer>();
  const lost = new Map<string, number>();
  /**
   * Returns whether a call is lost. The library automatically repeats a call whose connection was closed, so
   * the repeat is lost too.
   */
  const loses = (key: string): boolean => {
    const times = (lost.get(key) ?? 0) + 1;
    lost.set(key, times);
    return times <= 2;
  };
  const server = createServer(async (request, response) => {
    const body = new URLSearchParams(await textOf(request));
    const url = new URL(request.url ?? '/', 'http://local');
    const [, given] = (request.headers.authorization ?? '').split('Bearer ');
    if (given === 'sk_test_unreachable') return request.socket.destroy();
    if (given === 'rk_test_limited')
      return send(response, 403, { error: { type: 'invalid_request_error', message: limited } });
    if (given !== secretKey)
      return send(response, 401, { error: { type: 'invalid_request_error', message: 'Invalid API Key' } });
    if (request.method === 'GET') {
      const found = customersAt(url, made, methods) ?? listOf(made, url);
      const isForeign = url.pathname.endsWith('/cus_foreign');
      return send(response, isForeign ? 403 : 'error' in found ? 404 : 200, found);
    }
    const key = String(request.headers['idempotency-key'] ?? '');
    const method = body.get('payment_method') ?? '';
    if (method === 'pm_lose_call' && loses(key)) return request.socket.destroy();
    const known = answers.get(key);
    const answer = known ?? detach(methods, url.pathname) ?? create(made, url.pathname, body);
    answers.set(key, answer);
    if ((method === 'pm_lose_answer' || body.get('name') === 'lose answer') && loses(key))
      return request.socket.destroy();
    send(response, answer.status, answer.body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    account: {
      secretKey,
      webhookSecret: 'whsec_test',
      at: { host: '127.0.0.1', port, protocol: 'http' as const },
    },
    made,
    /** Returns the payment methods of a customer. */
    has: (customerId: string) => (methods.get(customerId) ?? []).map((one) => (one as { id: string }).id),
    /** Sets the payment methods of a customer. */
    give: (customerId: string, given: readonly { id: string; type: string }[]) =>
      void methods.set(
        customerId,
        given.map((one) => ({
          object: 'payment_method',
          created: 1,
          livemode: true,
          customer: customerId,
          ...one,
        })),
      ),
    stop: () => new Promise((done) => server.close(done)),
  };
}

const secretKey = 'sk_test_1';
const limited = 'The provided key does not have the required permissions for this endpoint.';

/** Creates and returns the requested record. */
function create(made: CreatedObject[], path: string, body: URLSearchParams): Answer {
  const number = made.length + 1;
  if (path.endsWith('/customers')) {
    const buyerId = body.get('metadata[buyerId]') ?? '';
    const customer = {
      id: `cus_${number}`,
      object: 'customer',
      name: body.get('name'),
      metadata: { buyerId },
    };
    made.push({ ...customer, email: body.get('email') });
    return { status: 200, body: customer };
  }
  const metadata = { transactionId: body.get('metadata[transactionId]') ?? '' };
  const amount = Number(body.get('amount'));
  if (path.endsWith('/refunds')) {
    const refund = { id: `re_${number}`, object: 'refund', amount, status: 'succeeded', metadata };
    made.push({ ...refund, payment_intent: body.get('payment_intent') });
    return { status: 200, body: { ...refund, payment_intent: body.get('payment_intent') } };
  }
  const method = body.get('payment_method');
  const failure = { code: 'card_declined', message: 'Your card was declined.', type: 'card_error' };
  const isDeclined = method === 'pm_decline';
  const intent = {
    id: `pi_${number}`,
    object: 'payment_intent',
    amount,
    currency: body.get('currency'),
    customer: body.get('customer'),
    livemode: false,
    metadata,
    status: isDeclined ? 'requires_payment_method' : method === 'pm_processing' ? 'processing' : 'succeeded',
    last_payment_error: isDeclined ? failure : null,
  };
  made.push(intent);
  return isDeclined
    ? { status: 402, body: { error: { ...failure, payment_intent: intent } } }
    : { status: 200, body: intent };
}

/** Removes a payment method; undefined for other requests. */
function detach(methods: Map<string, object[]>, path: string): Answer | undefined {
  const [, id] = /\/payment_methods\/([^/]+)\/detach$/.exec(path) ?? [];
  if (id === undefined) return undefined;
  for (const [customerId, given] of methods) {
    const left = given.filter((one) => (one as { id: string }).id !== id);
    methods.set(customerId, left);
    if (left.length < given.length)
      return { status: 200, body: { id, object: 'payment_method', customer: null } };
  }
  const message =
    'The payment method you provided is not attached to a customer so detachment is impossible.';
  return { status: 400, body: { error: { type: 'invalid_request_error', message } } };
}

/** Handles requests about customers; returns undefined for other requests. */
function customersAt(
  { pathname, searchParams }: URL,
  made: readonly CreatedObject[],
  methods: Map<string, object[]>,
) {
  const [, rest] = pathname.split('/customers/');
  if (rest === undefined) return undefined;
  const customers = made.filter(({ object }) => object === 'customer');
  if (rest === 'search') {
    const data = customers.filter(({ metadata }) =>
      searchParams.get('query')?.includes(`'${metadata.buyerId}'`),
    );
    return { object: 'search_result', url: pathname, has_more: false, data };
  }
  const [id = '', list] = rest.split('/');
  if (list) {
    const all = (methods.get(id) ?? []) as { id: string }[];
    const from = all.findIndex((one) => one.id === searchParams.get('starting_after')) + 1;
    const until = from + Number(searchParams.get('limit') ?? 10);
    return { object: 'list', url: pathname, has_more: until < all.length, data: all.slice(from, until) };
  }
  const customer = customers.find((one) => one.id === id);
  return customer ?? { error: { type: 'invalid_request_error', message: `No such customer: '${id}'` } };
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

function listOf(made: readonly CreatedObject[], { pathname, searchParams }: URL) {
  const kind = pathname.endsWith('/refunds') ? 'refund' : 'payment_intent';
  const [field, value] =
    [...searchParams].find(([name]) => ['customer', 'payment_intent'].includes(name)) ?? [];
  const data = made.filter((each) => each.object === kind && (!field || each[field] === value)).reverse();
  return { object: 'list', url: pathname, has_more: false, data };
}
