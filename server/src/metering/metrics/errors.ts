import { defineErrors } from '../../platform/errors.ts';

export const metricErrors = defineErrors({
  billable_metric_not_found: [404, 'There is no such billable metric'],
  billable_metric_exists: [409, 'The organization has a billable metric with this id'],
});
