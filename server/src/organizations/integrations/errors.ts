import { defineErrors } from '../../platform/errors.ts';

export const integrationErrors = defineErrors({
  integration_not_found: [404, 'The organization has no such integration'],
  integration_exists: [409, 'The organization has an integration with this partner and service'],
  integration_changed: [409, 'The integration was changed while it was verified'],
  setup_not_found: [404, 'There is nothing to set up for this service of the partner'],
});
