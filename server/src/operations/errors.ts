import { defineErrors } from '../platform/errors.ts';

export const operationErrors = defineErrors({
  operation_not_found: [404, 'There is no such operation'],
  operation_finished: [409, 'The operation has ended: there is nothing to cancel'],
  operation_not_cancellable: [409, 'Operations of this kind cannot be cancelled'],
});
