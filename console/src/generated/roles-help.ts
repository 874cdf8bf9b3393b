/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Helps } from '../ui/operation/helps.ts';

export const helps: Helps = {"listRoles":{},"createRole":{"":"The role must not exceed the permissions of the caller.","name":"Name of the role: 2 to 50 capital letters, digits and underscores, a letter first.","description":"Purpose of the role.","permissions":"Permissions of the role; at most those of the caller. organization:read is always included."},"getRole":{},"updateRole":{"":"Applies from the next request of each member and client with the role. The name and standard roles cannot be changed.","description":"Purpose of the role.","permissions":"Permissions of the role; at most those of the caller. organization:read is always included."},"deleteRole":{}};
