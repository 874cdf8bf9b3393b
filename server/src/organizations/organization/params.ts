import { z } from 'zod';
import { byDefault, nullable, upperCaseEnum } from '../../platform/records/fields.ts';
import { fieldNames } from '../../platform/records/merge.ts';
import { OrganizationRow } from '../records.ts';

/** A text that may also be empty: existing clients send an empty text for an unset field. */
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
  description: text('Description of the organization.', 2000),
  website: nullable(
    z
      .string()
      .max(2000)
      .refine(isWebAddress, 'must be an address that begins with http:// or https://')
      .meta({ description: 'Address of its website.', override: { type: 'string' } }),
  ).optional(),
  emailDomain: text(
    'Required domain of members’ addresses: the domain of the caller’s own address; empty for no domain.',
    253,
  ),
  type: kind.optional(),
};

export const CreateOrganizationParams = z
  .object({
    name,
    ...own,
    type: byDefault(kind, 'SELLER').optional(),
    environment: upperCaseEnum(
      'OrganizationEnvironment',
      'PROD uses real partners, TEST the sandbox; it cannot be changed.',
      ['TEST', 'PROD'],
    )
      .optional()
      .meta({ description: 'PROD uses real partners, TEST the sandbox.', default: 'TEST' }),
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
      .meta({ description: 'Allowed sign-in methods; all when empty.' }),
    requireSecondFactor: nullable(
      z.boolean().meta({
        description: 'Whether people must sign in with a second factor; null means false.',
      }),
    ).optional(),
  })
  .meta({ id: 'UpdateOrganizationParams', description: 'Change of an organization.' });
export type UpdateOrganizationParams = z.infer<typeof UpdateOrganizationParams>;

/** Lists the fields of an organization that the service sets. Requests ignore these fields (R9). */
export const serverOwned = (params: z.ZodObject): string[] =>
  fieldNames(OrganizationRow).filter((field) => !(field in params.shape));

export const exampleRow = {
  id: 'org_01m7z53qrwf3raysksbfq2fp2q',
  name: 'Acme',
  environment: 'TEST',
  status: 'ACTIVE',
  type: 'SELLER',
  requireSecondFactor: false,
  partners: ['MKA', 'MKB'],
  userRole: 'SALES',
  permissions: ['organization:read', 'offers:read', 'offers:write'],
  creationTime: '2026-12-01T09:00:00.000Z',
  lastUpdateTime: '2026-12-01T09:00:00.000Z',
};

export const list = { path: '/org', group: 'Organization' } as const;
export const one = { path: '/org/{orgId}', group: 'Organization' } as const;
