import { setTimeout as delay } from 'node:timers/promises';
import { createVisitorRate } from '../platform/http/visitor-rate.ts';
import { authenticationErrors } from './errors.ts';

/** The maximum number of attempts per minute and network, which is also the maximum burst. */
export type AttemptLimits = { signIn: number; signUp: number; failedTokens: number };

/**
 * The rate limits for callers without a token, per name and process. A name is a network, or a user in all browsers in
 * which that user has already signed in.
 */
export type AttemptRates = {
  /**
   * Counts an attempt to sign in.
   * @throws 429 if the limit is reached
   */
  requireSignIn(name: string): Promise<void>;
  /**
   * Counts a sign-up, a password reset, or another request that sends a mail or hashes.
   * @throws 429 if the limit is reached
   */
  requireSignUp(name: string): Promise<void>;
  /**
   * Counts wrong credentials at the token endpoint.
   * @throws 429 if the limit is reached
   */
  requireFailedToken(name: string): Promise<void>;
};

/** The maximum number of rejections that are delayed at the same time; further rejections are sent immediately. */
const mostHeld = 1000;

/**
 * Creates the rate limits.
 * @param refuseAfterMs the delay of a rejection, which slows down clients that wait for each response
 */
export function createAttemptRates(
  limits: AttemptLimits,
  refuseAfterMs: number,
  wait: (ms: number) => Promise<unknown> = delay,
): AttemptRates {
  let held = 0;
  const holdBack = async () => {
    if (held >= mostHeld) return;
    held++;
    await wait(refuseAfterMs);
    held--;
  };
  const limited = (places: number) => {
    const rate = createVisitorRate(places, () => performance.now());
    return async (name: string): Promise<void> => {
      const seconds = rate.take(name);
      if (seconds === undefined) return;
      await holdBack();
      throw authenticationErrors.too_many_attempts(
        `Too many attempts from your network. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
        { headers: { 'retry-after': String(seconds) } },
      );
    };
  };
  return {
    requireSignIn: limited(limits.signIn),
    requireSignUp: limited(limits.signUp),
    requireFailedToken: limited(limits.failedTokens),
  };
}
