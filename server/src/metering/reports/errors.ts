import { defineErrors } from '../../platform/errors.ts';

export const reportErrors = defineErrors({
  usage_record_report_not_found: [404, 'Usage record report not found'],
  usage_record_report_not_retriable: [409, 'The usage record report cannot be retried'],
  usage_not_held: [409, 'The usage record report has no held usage'],
});
