import type { TestApp, TestPerson } from './harness.ts';

/** A token of a person's session for another program: each takes only those that were made for it. */
export const tokenAt = (program: TestApp, { id, sessionId }: TestPerson): Promise<string> =>
  program.app.tokens.issue(
    { id, version: 1, session: { id: sessionId, clientId: 'tradepost-console', method: 'PASSWORD' } },
    program.app.clock.now(),
  );
