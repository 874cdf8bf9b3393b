import { setTimeout as delay } from 'node:timers/promises';
import { createVisitorRate } from '../platform/http/visitor-rate.ts';
import { authenticationErrors } from './errors.ts';

/** How many attempts a network has at once, and in a minute. */
export type AttemptLimits = { signIn: number; signUp: number; failedTokens: number };

/**
 * The rates of those who have no token yet, for each name and process: of a network, or of a person in all browsers in which
 * the person has signed in.
 */
export type AttemptRates = {
  /** Takes a place for a password that is tried. @throws 429 */
  requireSignIn(name: string): Promise<void>;
  /** Takes a place for an account, a reset, or whatever else sends a mail or makes a hash. @throws 429 */
  requireSignUp(name: string): Promise<void>;
  /** Takes a place for wrong credentials of the token endpoint. @throws 429 */
  requireFailedToken(name: string): Promise<void>;
};

/** How many refusals are held back at once: beyond them, the next is answered at once. */
const mostHeld = 1000;

/**
 * @param refuseAfterMs how long a refusal is held back: a client that sends its next request after each answer slows down
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
        `Too many attempts come from your network. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
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
