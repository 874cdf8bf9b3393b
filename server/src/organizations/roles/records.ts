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

const Permission = closedEnum('Permission', 'Something that a role allows.', permissions);

const name = 'Name of the role: 2 to 50 capital letters, digits and underscores, a letter first.';
const description = 'What the role is for.';

export const OrganizationRole = record(
  'OrganizationRole',
  'What members and API clients of the role may do.',
  {
    id: idText('Identifier; of a standard role its name.'),
    organizationID: idText('The organization.'),
    name: nameText(name),
    description: text(description),
    permissions: list(Permission, 'What the role allows.'),
    readOnly: flag('Whether it is a standard role, which cannot be changed.'),
    creationTime: time('When it was created; absent on standard roles.'),
    lastUpdateTime: time('When it last changed; absent on standard roles.'),
  },
);

const descriptionField = nullable(z.string().max(500).meta({ description })).optional();
const permissionsField = z.array(Permission).max(100).meta({
  description:
    'What the role allows: organization:read in any case, and nothing beyond what the caller may do.',
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
  .meta({ id: 'UpdateRoleParams', description: 'A change of a role; its name stays.' });
export type UpdateRoleParams = z.infer<typeof UpdateRoleParams>;
