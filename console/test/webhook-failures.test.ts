import { expect, test } from 'vitest';
import { failedIn, failureOf, inTime } from '../src/pages/webhooks/failures.ts';

test('the error of an attempt is described without codes', () => {
  expect(failureOf('ENOTFOUND: queryA ENOTFOUND hooks.lumen.example')).toBe('Host not found');
  expect(failureOf('ECONNREFUSED')).toBe('Connection refused');
  expect(failureOf('no response within 15000 ms')).toBe('Timeout');
  expect(failureOf('UND_ERR_NEW: something new')).toBe('something new');
  expect(failureOf('HTTP 302: redirects are not followed')).toBe('HTTP 302: redirects are not followed');
});

test('the time of the next attempt is relative to now', () => {
  const now = new Date('2027-04-19T22:00:00Z');
  const after = (seconds: number) => inTime(new Date(now.getTime() + seconds * 1000), now);
  expect([after(240), after(7200), after(30), after(-1)]).toEqual([
    'in 4 min.',
    'in 2 hr.',
    'in a moment',
    'now',
  ]);
});

test('an endpoint fails while its latest attempt failed, whatever the state of newer deliveries', () => {
  const delivery = (status: 'PENDING' | 'DONE' | 'FAILED', lastAttemptTime?: string) => ({
    status,
    ...(lastAttemptTime ? { lastAttemptTime } : {}),
  });
  const [early, late] = ['2027-04-19T22:00:00Z', '2027-04-19T23:00:00Z'];
  expect(failedIn([])).toBeUndefined();
  expect(failedIn([delivery('PENDING')])).toBeUndefined();
  const failed = delivery('PENDING', late);
  expect(failedIn([delivery('PENDING'), failed, delivery('DONE', early)])).toBe(failed);
  expect(failedIn([delivery('FAILED', early), delivery('DONE', late)])).toBeUndefined();
});
