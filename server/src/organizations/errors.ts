import { defineErrors } from '../platform/errors.ts';

export const organizationErrors = defineErrors({
  organization_in_use: [409, 'The organization has active entitlements or unsettled usage'],
  member_not_found: [404, 'Member not found'],
  member_exists: [409, 'A member with this e-mail address already exists'],
  last_admin: [409, 'The organization must have an ADMIN'],
  invitation_not_found: [404, 'Invitation not found'],
  role_not_found: [404, 'Role not found'],
  role_exists: [409, 'A role with this name already exists'],
  role_in_use: [409, 'The role is in use'],
  role_read_only: [409, 'Standard roles cannot be changed'],
  saved_view_not_found: [404, 'Saved view not found'],
  saved_view_exists: [409, 'A saved view of this list with this name already exists'],
});

export const clientErrors = defineErrors({
  api_client_not_found: [404, 'API client not found'],
  api_client_of_another_organization: [409, 'The API client belongs to another organization'],
  api_client_home: [409, 'The API client cannot be removed from its home organization'],
  api_client_granted: [409, 'The API client is already authorized for that organization'],
});

export const integrationErrors = defineErrors({
  integration_not_found: [404, 'Integration not found'],
  integration_exists: [409, 'An integration with this partner and service already exists'],
  integration_changed: [409, 'The integration changed during verification'],
  setup_not_found: [404, 'There is no setup for this service of the partner'],
});
