import type { TestApp, TestPerson } from './harness.ts';

/**
 * Returns a token of a person's session for a second process, because each process accepts only its own
 * tokens.
 */
export const tokenAt = (program: TestApp, { id, sessionId }: TestPerson): Promise<string> =>
  program.app.tokens.issue(
    { id, version: 1, session: { id: sessionId, clientId: 'tradepost-console', method: 'PASSWORD' } },
    program.app.clock.now(),
  );
