import type { UndeclaredError } from '../src/platform/http/error-answers.ts';

/**
 * Collects undeclared errors of operations. Such an error fails the test that caused it, or the end of its
 * file.
 */
export function createUndeclared() {
  let seen: UndeclaredError[] = [];
  return {
    note: (error: UndeclaredError): void => {
      seen.push(error);
    },
    /**
     * Reports undeclared errors once.
     * @throws if there is a new undeclared error
     */
    check: (): void => {
      const found = seen.map(({ operationId, code }) => `${operationId} answered ${code}`);
      seen = [];
      if (found.length > 0)
        throw new Error(`${found.join(', ')}: it is not among the errors that the route declares`);
    },
  };
}
