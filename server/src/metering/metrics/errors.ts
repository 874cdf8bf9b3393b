import { defineErrors } from '../../platform/errors.ts';

export const metricErrors = defineErrors({
  billable_metric_not_found: [404, 'Billable metric not found'],
  billable_metric_exists: [409, 'A billable metric with this id already exists'],
});
