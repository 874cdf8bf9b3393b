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
  'INVITED: has not taken up the invitation yet; ACTIVE: belongs to the organization.',
  ['ACTIVE', 'INVITED'],
);
export type MemberStatus = z.infer<typeof MemberStatus>;

export const OrganizationMember = record(
  'OrganizationMember',
  'A person that belongs to an organization, or was invited to.',
  {
    id: idText('Identifier of the person; of an invitation, its own until it is taken up.'),
    userID: idText('The same, as the rows of organizations name it.'),
    organizationID: idText('The organization.'),
    name: nameText('Name of the person.'),
    email: mailText('E-mail address.'),
    role: openEnum('Role in the organization.', ['ADMIN', 'EDITOR', 'VIEWER']),
    channelPartnerId: idText(bindingText),
    status: z.string().meta({ description: 'ACTIVE or INVITED; REMOVED in the event of an end.' }),
    joinOrganizationTime: nullable(time('When the person joined; null while invited.')),
    invitedBy: idText('Who sent the invitation.'),
    invitationExpireTime: time('Until when the invitation can be taken up.'),
    creationTime: time('When the person was first invited, or joined.'),
    lastUpdateTime: time('When this last changed.'),
  },
);

const channelPartnerId = nullable(z.string().max(longest.id)).optional().meta({ description: bindingText });
const role = z.string().max(50).meta({ description: 'Role, a standard one or one of the organization.' });

export const InviteMemberParams = z
  .object({
    email: z.string().max(320).meta({ description: 'Address that the invitation goes to.' }),
    role: role.optional().meta({ description: 'Role to be had.', default: 'VIEWER' }),
    name: z.string().max(200).optional().meta({ description: 'Name, until the person has given one.' }),
    channelPartnerId,
  })
  .meta({ id: 'InviteMemberParams', description: 'An invitation.' });
export type InviteMemberParams = z.infer<typeof InviteMemberParams>;

export const UpdateMemberParams = z
  .object({ role: role.optional(), channelPartnerId })
  .meta({ id: 'UpdateMemberParams', description: 'A change of a member.' });
export type UpdateMemberParams = z.infer<typeof UpdateMemberParams>;

export const AcceptInvitationParams = z
  .object({ token: z.string().max(200).meta({ description: 'What the mail of the invitation holds.' }) })
  .meta({ id: 'AcceptInvitationParams', description: 'The invitation to take up.' });
