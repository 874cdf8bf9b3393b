import { z } from 'zod';
import {
  closedEnum,
  flag,
  idText,
  list,
  nameText,
  nullable,
  record,
  text,
  time,
} from '../../platform/records/fields.ts';
import { permissions } from './permissions.ts';

const Permission = closedEnum('Permission', 'A permission of a role.', permissions);

const name = 'Name of the role: 2 to 50 capital letters, digits and underscores, a letter first.';
const description = 'Purpose of the role.';

export const OrganizationRole = record(
  'OrganizationRole',
  'A role, with the permissions of its members and API clients.',
  {
    id: idText('Identifier; for a standard role, its name.'),
    organizationID: idText('The organization.'),
    name: nameText(name),
    description: text(description),
    permissions: list(Permission, 'Permissions of the role.'),
    readOnly: flag('Whether it is a standard role, which cannot be changed.'),
    creationTime: time('Time of creation; absent on standard roles.'),
    lastUpdateTime: time('Time of the last change; absent on standard roles.'),
  },
);

const descriptionField = nullable(z.string().max(500).meta({ description })).optional();
const permissionsField = z.array(Permission).max(100).meta({
  description: 'Permissions of the role; at most those of the caller. organization:read is always included.',
});

export const CreateRoleParams = z
  .object({
    name: z
      .string()
      .max(50)
      .regex(
        /^[A-Z][A-Z0-9_]{1,49}$/,
        'must be 2 to 50 capital letters, digits and underscores, a letter first',
      )
      .meta({ description: name }),
    description: descriptionField,
    permissions: permissionsField,
  })
  .meta({ id: 'CreateRoleParams', description: 'A role to create.' });
export type CreateRoleParams = z.infer<typeof CreateRoleParams>;

export const UpdateRoleParams = z
  .object({ description: descriptionField, permissions: permissionsField.optional() })
  .meta({ id: 'UpdateRoleParams', description: 'Change of a role; its name cannot change.' });
export type UpdateRoleParams = z.infer<typeof UpdateRoleParams>;
