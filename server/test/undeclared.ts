import type { Undeclared } from '../src/platform/http/error-answers.ts';

/** Errors that operations answered and do not declare: the test that provoked one fails, or the end of its file. */
export function createUndeclared() {
  let seen: Undeclared[] = [];
  return {
    note: (error: Undeclared): void => {
      seen.push(error);
    },
    /** @throws when there is one that was not thrown for yet */
    check: (): void => {
      const found = seen.map(({ operationId, code }) => `${operationId} answered ${code}`);
      seen = [];
      if (found.length > 0)
        throw new Error(`${found.join(', ')}: it is not among the errors that the route declares`);
    },
  };
}
