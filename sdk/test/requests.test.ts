import { TradepostError } from '@tradepost/sdk';
import { describe, expect, test } from 'vitest';
import { failure, type Played, playService, problem, type Sent } from './played-service.ts';

const lost = new TypeError('fetch failed', { cause: new Error('ECONNRESET') });
const done = { body: { id: 'ofr_1' } };

describe('a call', () => {
  test('has path, query, body and headers in the form of the service', async () => {
    const { tradepost, sent } = playService([done]);
    await tradepost.offers.update('ofr 1/2', { name: 'New', expireTime: null }, { ifMatch: '"tag"' });
    await tradepost.offers.list({ status: ['DRAFT'], limit: 5, count: true, partner: undefined });
    const [change, list] = sent as [(typeof sent)[0], (typeof sent)[0]];
    expect([change.method, change.url]).toEqual(['PATCH', 'http://service.test/org/org_1/offer/ofr%201%2F2']);
    expect(change.body).toBe('{"name":"New","expireTime":null}');
    expect(Object.fromEntries(change.headers)).toEqual({
      accept: 'application/json',
      authorization: 'Bearer token',
      'content-type': 'application/json',
      'idempotency-key': '80000000800000008000000080000000',
      'if-match': '"tag"',
      prefer: 'handling=strict',
    });
    expect(list.url).toBe('http://service.test/org/org_1/offer?status=DRAFT&limit=5&count=true');
    expect(list.headers.get('idempotency-key')).toBeNull();
    await tradepost.offers.list({ status: ['DRAFT', 'ACCEPTED'], fields: ['name'] });
    expect(sent[2]?.url).toBe('http://service.test/org/org_1/offer?status=DRAFT%2CACCEPTED&fields=name');
  });

  test('uses the client’s organization', async () => {
    const { tradepost, sent } = playService([done]);
    await tradepost.in('org_2').organizations.get();
    await tradepost.in('org_2').in('org_3').offers.get('ofr_1');
    expect(sent.map(({ url }) => url.slice('http://service.test'.length))).toEqual([
      '/org/org_2',
      '/org/org_3/offer/ofr_1',
    ]);
  });

  test.each(['', '.', '..', undefined as unknown as string])(
    'with an id that would change its path is not sent: %j',
    async (id) => {
      const { tradepost, sent } = playService([done]);
      expect(await failure(tradepost.offers.delete(id))).toBeInstanceOf(TypeError);
      expect(await failure(tradepost.in(id).offers.list())).toBeInstanceOf(TypeError);
      expect(sent).toEqual([]);
    },
  );

  test('without an organization is not sent if it needs one', async () => {
    const { tradepost } = playService([{ body: [] }], { organization: undefined });
    expect(await failure(tradepost.offers.list())).toMatchObject({
      message: expect.stringContaining('use in(orgId)'),
    });
    expect(await tradepost.organizations.list()).toEqual([]);
  });

  test('with unknown fields is refused, unless the client is not strict', async () => {
    const { tradepost, sent } = playService([done], { strict: false });
    await tradepost.offers.create({});
    expect(sent[0]?.headers.has('prefer')).toBe(false);
  });

  test('sends forms and files unchanged', async () => {
    const { tradepost, sent } = playService([done]);
    await tradepost.authentication.revokeToken({ token: 'a b', client_id: 'cli_1' });
    await tradepost.files.upload({ file: new Blob(['%PDF']), purpose: 'EULA' });
    expect(String(sent[0]?.body)).toBe('token=a+b&client_id=cli_1');
    expect(sent[0]?.headers.has('authorization')).toBe(false);
    expect(Array.from((sent[1] as Sent).body as FormData, ([name]) => name)).toEqual(['file', 'purpose']);
    expect(sent[1]?.headers.has('content-type')).toBe(false);
  });
});

describe('a call with a temporary failure', () => {
  const failures: Record<string, Played> = {
    429: problem(429, 'quota_exceeded'),
    502: { status: 502, body: '<html>Bad Gateway</html>' },
    503: problem(503, 'unavailable'),
    504: { status: 504, body: '' },
    outcome_unknown: problem(503, 'outcome_unknown'),
    'a lost connection': lost,
  };
  test.each(Object.entries(failures))('is repeated with the same key: %s', async (_, failed) => {
    const { tradepost, sent, waits } = playService([failed, failed, done], { random: Math.random });
    expect(await tradepost.offers.create({ name: 'Once' })).toEqual({ id: 'ofr_1' });
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    await tradepost.offers.create({ name: 'Once' });
    expect(sent.at(-1)?.headers.get('idempotency-key')).not.toBe(keys[0]);
    expect(waits).toHaveLength(2);
  });

  test('has the given key', async () => {
    const { tradepost, sent } = playService([lost, done]);
    await tradepost.offers.cancel('ofr_1', { idempotencyKey: 'mine' });
    expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['mine', 'mine']);
  });

  test.each([
    [0, [250, 500, 1000, 2000]],
    [0.5, [375, 750, 1500, 3000]],
    [1, [500, 1000, 2000, 4000]],
  ])('waits twice as long each time, with jitter: %d', async (random, expected) => {
    const { tradepost, sent, waits } = playService([lost], { random: () => random });
    expect(await failure(tradepost.offers.list())).toMatchObject({ code: 'connection_lost', status: 0 });
    expect(waits).toEqual(expected);
    expect(sent).toHaveLength(5);
  });

  test('waits for the time in Retry-After, in seconds or until a time, and fails if that is too long', async () => {
    const until = new Date(Date.UTC(2027, 0, 31) + 3250 + 4000).toUTCString();
    const { tradepost, waits } = playService([
      problem(503, 'unavailable', { 'retry-after': '3' }),
      problem(503, 'unavailable', { 'retry-after': until }),
      problem(429, 'quota_exceeded', { 'retry-after': '86400' }),
    ]);
    const error = await failure(tradepost.offers.create({}));
    expect(error).toMatchObject({ code: 'quota_exceeded', retryAfterMs: 86_400_000 });
    expect(waits).toEqual([3125, expect.closeTo(4125, -4)]);
  });

  test('is not repeated where a repeat could be a second change: outside of organizations', async () => {
    const { tradepost, sent } = playService([lost]);
    await failure(tradepost.organizations.create({ name: 'Twice?' }));
    expect(sent).toHaveLength(1);
    expect(sent[0]?.headers.has('idempotency-key')).toBe(false);
    const refused = playService([problem(429, 'quota_exceeded'), done]);
    await refused.tradepost.organizations.create({ name: 'Once' });
    expect(refused.sent).toHaveLength(2);
  });

  test('waits for its own attempt in progress, and for no other', async () => {
    const inUse = problem(409, 'idempotency_key_in_use');
    const { tradepost, sent } = playService([lost, inUse, done]);
    await tradepost.offers.create({});
    expect(sent).toHaveLength(3);
    const other = playService([inUse]);
    expect(await failure(other.tradepost.offers.create({}))).toMatchObject({
      code: 'idempotency_key_in_use',
    });
    expect(other.sent).toHaveLength(1);
  });

  test.each([400, 403, 404, 409, 412, 422, 500])('is not repeated after a %d', async (status) => {
    const { tradepost, sent } = playService([problem(status, 'invalid_request')]);
    expect(await failure(tradepost.offers.create({}))).toMatchObject({ status });
    expect(sent).toHaveLength(1);
  });

  test('is repeated up to the client’s limit', async () => {
    const { tradepost, sent } = playService([lost], { retries: 1 });
    await failure(tradepost.offers.list());
    expect(sent).toHaveLength(2);
    await failure(tradepost.offers.list({}, { retries: 0 }));
    expect(sent).toHaveLength(3);
  });
});

describe('a call ends', () => {
  test('by its signal, also while it waits, and is not repeated', async () => {
    const control = new AbortController();
    const reason = new Error('enough');
    const { tradepost, sent } = playService([lost], {
      time: { now: () => 0, wait: async () => control.abort(reason) },
    });
    expect(await failure(tradepost.offers.list({}, { signal: control.signal }))).toBe(reason);
    expect(sent).toHaveLength(1);
    expect(await failure(tradepost.offers.list({}, { signal: control.signal }))).toBe(reason);
    expect(sent).toHaveLength(1);
  });

  test('by its timeout, as a lost connection', async () => {
    const { tradepost } = playService([done], {
      retries: 0,
      fetch: (_, { signal }) =>
        new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    });
    const error = await failure(tradepost.offers.list({}, { timeoutMs: 5 }));
    expect(error).toMatchObject({ code: 'connection_lost', cause: { name: 'TimeoutError' } });
  });
});

test('an error contains the service’s code, fields and request id', async () => {
  const body = {
    code: 'invalid_request',
    detail: '/name: is required',
    requestId: 'req_7',
    errors: [{ pointer: '/name', message: 'is required' }],
  };
  const { tradepost } = playService([{ status: 400, body }]);
  const error = await failure(tradepost.offers.create({}));
  expect(error).toBeInstanceOf(TradepostError);
  expect(error).toMatchObject({
    name: 'TradepostError',
    message: 'The service responded with 400 invalid_request: /name: is required',
    status: 400,
    code: 'invalid_request',
    errors: [{ pointer: '/name', message: 'is required' }],
    requestId: 'req_7',
  });
});

test('a success without JSON does not come from the service and is an error', async () => {
  const { tradepost } = playService([{ body: '<html>' }, { body: '' }]);
  expect(await failure(tradepost.offers.list())).toMatchObject({ code: 'unknown_answer', status: 200 });
  expect(await tradepost.organizations.leave()).toBeUndefined();
});

test('a generic request has token, key and repeats like any call', async () => {
  const { tradepost, sent } = playService([lost, { body: 'a,b' }]);
  expect(await tradepost.request('post', '~/x/y', { body: { a: 1 }, query: { c: 2 } })).toMatchObject({
    text: 'a,b',
  });
  expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual(
    Array(2).fill('POST http://service.test/org/org_1/x/y?c=2'),
  );
  expect(sent[1]?.headers.get('idempotency-key')).toBe(sent[0]?.headers.get('idempotency-key'));
  await tradepost.request('PATCH', '/org/org_2', { headers: { 'if-match': '*' } });
  expect(sent[2]?.headers.get('if-match')).toBe('*');
  expect(sent[2]?.headers.has('idempotency-key')).toBe(true);
});

test.each([
  ['of a proxy', '<html>', '<html>'],
  ['that is no object', '"no"', '"no"'],
  ['that is null', 'null', 'null'],
])('a response %s is an error with its text', async (_, body, words) => {
  const { tradepost } = playService([{ status: 400, body, headers: { 'x-correlation-id': 'req_2' } }]);
  expect(await failure(tradepost.offers.list())).toMatchObject({
    code: 'unknown_answer',
    errors: [],
    requestId: 'req_2',
    message: `The service responded with 400 unknown_answer: ${words}`,
  });
});
