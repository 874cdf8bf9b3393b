import { z } from 'zod';
import {
  closedEnum,
  idText,
  integer,
  list,
  longest,
  record,
  text,
  texts,
  time,
} from '../../platform/records/fields.ts';
import { bindingText } from '../binding.ts';

const clientTypes = ['BEARER_TOKEN', 'API_KEY'] as const;
export type ClientType = (typeof clientTypes)[number];

export const ApiClientType = closedEnum(
  'ApiClientType',
  'How a client authenticates: BEARER_TOKEN exchanges id and secret for access tokens; API_KEY sends its ' +
    'secret, the key, with each request (Authorization: Key …). The type cannot be changed later.',
  clientTypes,
);

const role = z
  .string()
  .min(1)
  .max(50)
  .meta({
    description: 'Role of the client in this organization: ADMIN, EDITOR, VIEWER, or a custom role',
    examples: ['VIEWER'],
  });

export const IdentityApiClient = record(
  'IdentityApiClient',
  'A program that may call the API, by the OAuth client-credentials grant or with an API key.',
  {
    id: idText('Identifier, which is also the client_id for token requests.'),
    organizationID: idText('The organization.'),
    name: z.string().min(1).max(100).meta({ description: 'Display name.', default: 'API client' }),
    description: z.string().max(1000).meta({ description: 'Purpose of the client.' }),
    role,
    channelPartnerId: idText(bindingText),
    type: ApiClientType,
    provider: idText('Identity provider of the client: always tradepost.'),
    secret: text('The client_secret or API key; returned only by creation and rotation.'),
    apiKeyHash: idText('Never returned.'),
    info: list(integer('A byte.'), 'Never returned.'),
    previousSecretExpireTime: time('When the secret that the last rotation replaced expires.'),
    homeOrganizationID: idText(
      'The organization that owns the client. Only this organization can rotate the secret and delete the client.',
    ),
    organizationIDs: texts(
      'Organizations in which the client may act, limited to the organizations that this organization may see.',
      longest.id,
    ),
    createdBy: idText('Member or client that created the record.'),
    creationTime: time('When the client was first allowed in this organization.'),
    lastUpdateTime: time('When the client last changed.'),
  },
);
export type IdentityApiClient = z.infer<typeof IdentityApiClient>;

/** The fields that the service sets; they are ignored on input. */
export const serverOwned = [
  'id',
  'organizationID',
  'provider',
  'secret',
  'apiKeyHash',
  'info',
  'previousSecretExpireTime',
  'homeOrganizationID',
  'organizationIDs',
  'createdBy',
  'creationTime',
  'lastUpdateTime',
] as const;

export const RotateSecretParams = record('RotateSecretParams', 'Rotation of a secret.', {
  overlapHours: z.int().min(0).max(168).meta({
    default: 24,
    description: 'Hours for which the old secret and its tokens stay valid; 0 revokes them immediately.',
  }),
});

export const ApiClientOrganizationParams = record(
  'ApiClientOrganizationParams',
  'Another organization that a client may act in.',
  { organizationID: idText('The other organization.'), role },
);
export type ApiClientOrganizationParams = z.infer<typeof ApiClientOrganizationParams>;
