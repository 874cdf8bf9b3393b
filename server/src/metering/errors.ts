import { defineErrors } from '../platform/errors.ts';

export const meteringErrors = defineErrors({
  usage_record_group_not_found: [404, 'There is no such usage record group'],
  usage_record_group_state: [400, 'The usage record group is in another state'],
  usage_batch_not_found: [404, 'There is no such call that reported usage'],
  usage_record_group_exists: [409, 'A usage record group with this id and other content was reported before'],
});
