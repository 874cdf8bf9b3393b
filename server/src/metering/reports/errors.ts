import { defineErrors } from '../../platform/errors.ts';

export const reportErrors = defineErrors({
  usage_record_report_not_found: [404, 'There is no such usage record report'],
  usage_record_report_not_retriable: [409, 'Nothing of the usage record report can be sent again'],
  usage_not_held: [409, 'Nothing of the usage record report waits for a person'],
});
