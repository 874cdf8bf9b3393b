import { defineErrors } from '../platform/errors.ts';

export const meteringErrors = defineErrors({
  usage_record_group_not_found: [404, 'Usage record group not found'],
  usage_record_group_state: [400, "The usage record group's status does not allow this operation"],
  usage_batch_not_found: [404, 'Usage batch not found'],
  usage_record_group_exists: [409, 'The usage record group id was already used with different content'],
});
