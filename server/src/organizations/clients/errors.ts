import { defineErrors } from '../../platform/errors.ts';

export const clientErrors = defineErrors({
  api_client_not_found: [404, 'The organization has no such API client'],
  api_client_of_another_organization: [409, 'The API client belongs to another organization'],
  api_client_home: [409, 'The API client cannot leave the organization that it belongs to'],
  api_client_granted: [409, 'The API client may act in that organization already'],
});
