import type { OrgScope } from '../platform/access/scope.ts';
import { defineErrors } from '../platform/errors.ts';

export const sandboxErrors = defineErrors({
  not_a_test_organization: [409, 'The sandbox is available to TEST organizations only'],
  acceptance_refused: [400, 'The marketplace rejects this acceptance'],
  sandbox_fault_not_found: [404, 'Fault not found'],
  clock_advancing: [409, 'The test clock is already advancing'],
});

/** @throws 409 outside of TEST organizations */
export function requireTest(scope: OrgScope): void {
  if (scope.environment !== 'TEST') throw sandboxErrors.not_a_test_organization();
}
