import { expect, test } from 'vitest';
import { retryAfterMs, retryWait, verdictOn } from './retry.ts';
import { type Choice, checkHeaders, takes } from './rules.ts';

const all: Choice = { scopes: [], productIds: [], partners: [], entityIds: [] };
const event = { notificationScope: 'UPDATE.OFFER', entityId: 'ofr_1', productId: 'prd_1', partner: 'MKA' };

test.each<
  [choice: Partial<Choice>, change: Partial<typeof event> | { productId: undefined }, taken: boolean]
>([
  [{}, {}, true],
  [{ scopes: ['UPDATE.OFFER'] }, {}, true],
  [{ scopes: ['CREATE.OFFER', 'ACCEPT.OFFER'] }, {}, false],
  [{ productIds: ['prd_1'] }, {}, true],
  [{ productIds: ['prd_2'] }, {}, false],
  [{ productIds: ['prd_2'] }, { productId: undefined }, true],
  [{ partners: ['MKB'] }, {}, false],
  [{ partners: ['MKA', 'MKB'] }, {}, true],
  [{ partners: ['MKA'] }, { partner: undefined } as never, false],
  [{ entityIds: ['ofr_1'] }, {}, true],
  [{ entityIds: ['ofr_2'] }, {}, false],
  [{ scopes: ['UPDATE.OFFER'], entityIds: ['ofr_2'] }, {}, false],
])('an endpoint that selects %j accepts an event with %j: %s', (choice, change, taken) => {
  expect(takes({ ...all, ...choice }, { ...event, ...change })).toBe(taken);
});

test.each<[name: string, value: string, isAllowed: boolean]>([
  ['X-Team', 'sales', true],
  ['Authorization', 'Bearer abc', true],
  ['X-Empty', '', true],
  ['Connection', 'close', false],
  ['content-length', '1', false],
  ['Content-Type', 'text/plain', false],
  ['Proxy-Authorization', 'x', false],
  ['Webhook-Signature', 'x', false],
  ['X-Tradepost-Signature-256', 'x', false],
  ['TE', 'trailers', false],
  ['', 'x', false],
  ['X:Y', 'x', false],
  ['X-Line', 'a\nb', false],
  ['X-Line', 'a\rb', false],
  ['X-Nul', 'a\0b', false],
  ['X-Umlaut', 'ä', false],
])('a header %j with the value %j is allowed: %s', (name, value, isAllowed) => {
  expect(checkHeaders({ [name]: value }).length === 0).toBe(isAllowed);
});

test('more than twenty headers are refused', () => {
  const headers = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`X-${index}`, 'x']));
  expect(checkHeaders(headers(20))).toEqual([]);
  expect(checkHeaders(headers(21))).toMatchObject([{ pointer: '/headers' }]);
});

const hours = 3_600_000;

test('a delivery is retried for about 75 hours, with jitter', () => {
  const sum = (random: number) => {
    let total = 0;
    for (let tries = 1; retryWait(tries, random) !== undefined; tries++)
      total += retryWait(tries, random) as number;
    return total / hours;
  };
  expect(sum(0.5)).toBeCloseTo(75.58, 1);
  expect([sum(0), sum(1)].map(Math.round)).toEqual([68, 83]);
  expect(retryWait(1, 0.5)).toBe(5000);
  expect(retryWait(9, 0.5)).toBe(24 * hours);
  expect(retryWait(10, 0.5)).toBeUndefined();
});

test.each<[header: string | undefined, expected: number | undefined]>([
  [undefined, undefined],
  ['120', 120_000],
  ['0', 0],
  ['-5', undefined],
  ['soon', undefined],
  ['Wed, 01 Jan 2031 00:10:00 GMT', 600_000],
  ['Tue, 01 Jan 2030 00:00:00 GMT', 0],
  ['9999999999999', undefined],
])('Retry-After %s is a wait of %s ms', (header, expected) => {
  expect(retryAfterMs(header, new Date('2031-01-01T00:00:00Z'))).toBe(expected);
});

test('the wait requested by a receiver is respected up to a day', () => {
  expect(retryWait(1, 0.5, 600_000)).toBe(600_000);
  expect(retryWait(4, 0.5, 600_000), 'the usual wait is longer').toBe(2 * hours);
  expect(retryWait(1, 0.5, 1000 * hours)).toBe(24 * hours);
});

const days = (count: number) => new Date(Date.parse('2031-01-01T00:00:00Z') + count * 24 * hours);
test.each<[failingSince: number | undefined, warnedAt: number | undefined, now: number, verdict: string]>([
  [undefined, undefined, 10, 'GOES_ON'],
  [0, undefined, 2.9, 'GOES_ON'],
  [0, undefined, 3, 'WARN'],
  [0, 3, 4.9, 'GOES_ON'],
  [0, 3, 5, 'DISABLE'],
  [0, undefined, 9, 'WARN'],
  [0, 9, 9.5, 'GOES_ON'],
  [0, 9, 10, 'DISABLE'],
])(
  'an endpoint failing since day %s with a notice on day %s gets on day %s: %s',
  (since, warned, now, verdict) => {
    const at = (day: number | undefined) => (day === undefined ? undefined : days(day));
    expect(verdictOn({ failingSince: at(since), warnedAt: at(warned) }, days(now))).toBe(verdict);
  },
);
