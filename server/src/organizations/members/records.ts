import { z } from 'zod';
import {
  closedEnum,
  idText,
  longest,
  mailText,
  nameText,
  nullable,
  openEnum,
  record,
  time,
} from '../../platform/records/fields.ts';
import { bindingText } from '../binding.ts';

export const MemberStatus = closedEnum(
  'MemberStatus',
  'INVITED: has not accepted the invitation yet; ACTIVE: belongs to the organization.',
  ['ACTIVE', 'INVITED'],
);
export type MemberStatus = z.infer<typeof MemberStatus>;

export const OrganizationMember = record(
  'OrganizationMember',
  'A person who belongs to an organization or was invited to it.',
  {
    id: idText('Identifier of the person, or of the invitation until it is accepted.'),
    userID: idText('Same as `id`.'),
    organizationID: idText('The organization.'),
    name: nameText('Name of the person.'),
    email: mailText('E-mail address.'),
    role: openEnum('Role in the organization.', ['ADMIN', 'EDITOR', 'VIEWER']),
    channelPartnerId: idText(bindingText),
    status: z
      .string()
      .meta({ description: 'ACTIVE or INVITED; REMOVED in the event that ends the membership.' }),
    joinOrganizationTime: nullable(time('When the person joined; null while invited.')),
    invitedBy: idText('Member or client that sent the invitation.'),
    invitationExpireTime: time('When the invitation expires.'),
    creationTime: time('When the person was first invited, or joined.'),
    lastUpdateTime: time('When the member or invitation last changed.'),
  },
);

const channelPartnerId = nullable(z.string().max(longest.id)).optional().meta({ description: bindingText });
const role = z.string().max(50).meta({ description: 'A standard or custom role.' });

export const InviteMemberParams = z
  .object({
    email: z.string().max(320).meta({ description: 'Address to which the invitation is sent.' }),
    role: role.optional().meta({ description: 'Role of the new member.', default: 'VIEWER' }),
    name: z.string().max(200).optional().meta({ description: 'Name, until the person enters one.' }),
    channelPartnerId,
  })
  .meta({ id: 'InviteMemberParams', description: 'An invitation.' });
export type InviteMemberParams = z.infer<typeof InviteMemberParams>;

export const UpdateMemberParams = z
  .object({ role: role.optional(), channelPartnerId })
  .meta({ id: 'UpdateMemberParams', description: 'Change of a member.' });
export type UpdateMemberParams = z.infer<typeof UpdateMemberParams>;

export const AcceptInvitationParams = z
  .object({ token: z.string().max(200).meta({ description: 'Token from the invitation mail.' }) })
  .meta({ id: 'AcceptInvitationParams', description: 'The invitation to accept.' });
