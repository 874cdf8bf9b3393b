import { defineErrors } from '../platform/errors.ts';

export const operationErrors = defineErrors({
  operation_not_found: [404, 'Operation not found'],
  operation_finished: [409, 'The operation has already ended'],
  operation_not_cancellable: [409, 'Operations of this type cannot be cancelled'],
});
