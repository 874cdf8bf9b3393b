import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAttemptRates } from './attempt-rates.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const network = '192.0.2.1';
const limits = { signIn: 2, signUp: 1, failedTokens: 1 };

test('refusals are delayed, at most a thousand at a time', async () => {
  const rates = createAttemptRates(limits, 1000, (ms) => new Promise((go) => setTimeout(go, ms)));
  let refused = 0;
  const attempt = () => rates.requireSignUp(network).catch(() => refused++);
  await attempt();
  expect(refused).toBe(0);
  for (let nr = 1; nr <= 1003; nr++) void attempt();
  await vi.advanceTimersByTimeAsync(999);
  expect(refused).toBe(3);
  await vi.advanceTimersByTimeAsync(1);
  expect(refused).toBe(1003);
});

test('each kind of attempt and each name has its own limit, which refills over time', async () => {
  const rates = createAttemptRates(limits, 0);
  const refusal = { headers: { 'retry-after': '30' } };
  for (let nr = 1; nr <= 2; nr++) await rates.requireSignIn(network);
  await expect(rates.requireSignIn(network)).rejects.toMatchObject(refusal);
  await rates.requireSignUp(network);
  await rates.requireFailedToken(network);
  await rates.requireSignIn('192.0.2.2');
  vi.advanceTimersByTime(30_000);
  await rates.requireSignIn(network);
  await expect(rates.requireSignIn(network)).rejects.toMatchObject(refusal);
});
