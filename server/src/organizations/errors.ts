import { defineErrors } from '../platform/errors.ts';

export const organizationErrors = defineErrors({
  organization_in_use: [409, 'The organization has entitlements that go on, or usage that waits'],
  member_not_found: [404, 'There is no such member'],
  member_exists: [409, 'The organization has a member with this e-mail address'],
  last_admin: [409, 'The organization would be left without an ADMIN'],
  invitation_not_found: [404, 'There is no such invitation'],
  role_not_found: [404, 'There is no such role'],
  role_exists: [409, 'The organization has a role of this name'],
  role_in_use: [409, 'Somebody has this role'],
  role_read_only: [409, 'A standard role cannot be changed'],
});
