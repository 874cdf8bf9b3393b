import { z } from 'zod';
import { byDefault, nullable, upperCaseEnum } from '../../platform/records/fields.ts';
import { fieldNames } from '../../platform/records/merge.ts';
import { OrganizationRow } from '../records.ts';

/** An empty text is how existing clients say that a field is not set. */
const text = (description: string, most: number) =>
  nullable(z.string().max(most).meta({ description })).optional();
const name = z
  .string()
  .max(200)
  .refine((value) => value.trim() !== '', 'must not be empty')
  .meta({ description: 'Name of the organization.' });

const isWebAddress = (value: string): boolean => {
  if (value === '') return true;
  return /^https?:\/\//i.test(value) && URL.canParse(value);
};

const kind = nullable(z.string().max(100).meta({ description: 'Kind of organization.' }));

const own = {
  description: text('What it is.', 2000),
  website: nullable(
    z
      .string()
      .max(2000)
      .refine(isWebAddress, 'must be an address that begins with http:// or https://')
      .meta({ description: 'Address of its website.', override: { type: 'string' } }),
  ).optional(),
  emailDomain: text('Domain that members’ addresses must have: the caller’s own, or none.', 253),
  type: kind.optional(),
};

export const CreateOrganizationParams = z
  .object({
    name,
    ...own,
    type: byDefault(kind, 'SELLER').optional(),
    environment: upperCaseEnum(
      'OrganizationEnvironment',
      'Whether partners are real or played; it cannot be changed.',
      ['TEST', 'PROD'],
    )
      .optional()
      .meta({ description: 'Whether partners are real or played.', default: 'TEST' }),
  })
  .meta({ id: 'CreateOrganizationParams', description: 'An organization to create.' });
export type CreateOrganizationParams = z.infer<typeof CreateOrganizationParams>;

export const UpdateOrganizationParams = z
  .object({
    name: name.optional(),
    ...own,
    allowedAuthMethods: z
      .array(z.enum(['PASSWORD', 'SSO']))
      .max(10)
      .optional()
      .meta({ description: 'Ways by which members may sign in; all when empty.' }),
    requireSecondFactor: nullable(
      z.boolean().meta({
        description: 'Whether people need a sign-in with a second factor; false when removed.',
      }),
    ).optional(),
  })
  .meta({ id: 'UpdateOrganizationParams', description: 'A change of an organization.' });
export type UpdateOrganizationParams = z.infer<typeof UpdateOrganizationParams>;

/** Lists the fields of an organization that are the service's: they are ignored when it is sent back (R9). */
export const serverOwned = (params: z.ZodObject): string[] =>
  fieldNames(OrganizationRow).filter((field) => !(field in params.shape));
