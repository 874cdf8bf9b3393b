import { z } from 'zod';
import {
  closedEnum,
  idText,
  list,
  longest,
  record,
  text,
  texts,
  time,
  whole,
} from '../../platform/records/fields.ts';
import { bindingText } from '../binding.ts';

const ApiClientType = closedEnum('ApiClientType', 'How a client proves who it is.', ['BEARER_TOKEN']);

const role = z
  .string()
  .min(1)
  .max(50)
  .meta({
    description:
      'What it may do in this organization: ADMIN, EDITOR, VIEWER, or a role of the organization’s own',
    examples: ['VIEWER'],
  });

export const IdentityApiClient = record(
  'IdentityApiClient',
  'A program that may call: an OAuth application of the client-credentials grant.',
  {
    id: idText('Its identifier, and the client_id that it asks for tokens with.'),
    organizationID: idText('The organization.'),
    name: z.string().min(1).max(100).meta({ description: 'A name to know it by.', default: 'API client' }),
    description: z.string().max(1000).meta({ description: 'What it is for.' }),
    role,
    channelPartnerId: idText(bindingText),
    type: ApiClientType,
    provider: idText('Who keeps the client: always tradepost.'),
    secret: text('The client_secret: answered once, when it is made, and never again.'),
    apiKeyHash: idText('Never answered.'),
    info: list(whole('A byte.'), 'Never answered.'),
    previousSecretExpireTime: time('Until when the secret before the last rotation is good too.'),
    homeOrganizationID: idText(
      'The organization that it belongs to: which renews its secret and deletes it.',
    ),
    organizationIDs: texts('Where it may act, as far as this organization may know.', longest.id),
    createdBy: idText('Who made it.'),
    creationTime: time('Since when it may act in this organization.'),
    lastUpdateTime: time('When it was last changed.'),
  },
);
export type IdentityApiClient = z.infer<typeof IdentityApiClient>;

/** The service's own: ignored on input. */
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

export const RotateSecretParams = record('RotateSecretParams', 'How a secret is replaced.', {
  overlapHours: z.int().min(0).max(168).meta({
    default: 24,
    description: 'Hours for which the old secret and its tokens stay good; 0 ends them at once.',
  }),
});

export const ApiClientOrganizationParams = record(
  'ApiClientOrganizationParams',
  'Another organization that a client may act in.',
  { organizationID: idText('The other organization.'), role },
);
export type ApiClientOrganizationParams = z.infer<typeof ApiClientOrganizationParams>;
