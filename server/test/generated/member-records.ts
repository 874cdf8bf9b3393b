import { randomBytes } from 'node:crypto';
import { hashInvitation } from '../../src/organizations/members/store.ts';
import type { TestApp, TestOrganization, TestPerson } from '../harness.ts';
import type { Operation } from './operations.ts';

type InvitedPerson = { person: TestPerson; invitationToken: string };

/** Provides members, roles and invitations in the required state, and replaces used-up records. */
export function createMemberRecords(app: TestApp, org: TestOrganization) {
  const made: {
    userId?: string;
    roleName?: string;
    invited?: InvitedPerson;
    leaving?: TestPerson;
    ending?: TestOrganization;
    mailed?: TestPerson & { id: string };
  } = {};
  let count = 0;
  const post = async (path: string, body: object) => {
    const reply = await app.request('POST', `/org/${org.id}${path}`, { token: org.token, body });
    if (reply.status !== 200) throw new Error(`${path}: ${reply.text}`);
    return reply.body;
  };
  const invite = async (): Promise<InvitedPerson> => {
    const person = await app.person();
    const { userID } = await post('/user', { email: person.email });
    const invitationToken = randomBytes(32).toString('base64url');
    await giveToken(app, userID, invitationToken);
    return { person, invitationToken };
  };
  /** A member of another organization, because tests change the sign-in rules of the shared organization. */
  const memberElsewhere = async () => {
    const { id } = await app.organization();
    return { ...(await app.person(id)), id };
  };
  const isOfMember = (operationId: string) => operationId.endsWith('MyMailSettings');
  /** The record that each operation uses up. */
  const usedBy: Readonly<Record<string, keyof typeof made>> = {
    removeMember: 'userId',
    deleteRole: 'roleName',
    acceptInvitation: 'invited',
    leaveOrganization: 'leaving',
    deleteOrganization: 'ending',
  };
  return {
    ids: async () => {
      made.userId ??= (await post('/user', { email: `member${++count}@example.com` })).userID as string;
      made.roleName ??= (await post('/role', { name: `USED_${++count}`, permissions: [] })).name as string;
      made.invited ??= await invite();
      made.leaving ??= await app.person(org.id);
      made.ending ??= await app.organization();
      made.mailed ??= await memberElsewhere();
      const { userId, roleName, invited } = made;
      return { userId, roleName, invitationToken: invited.invitationToken };
    },
    /** Returns the caller for an operation that only some members may call. */
    caller: ({ operationId }: Operation): { token: string } | undefined => {
      if (['createOrganization', 'acceptInvitation'].includes(operationId)) return made.invited?.person;
      if (operationId === 'leaveOrganization') return made.leaving;
      if (isOfMember(operationId)) return made.mailed;
      return operationId === 'deleteOrganization' ? made.ending : undefined;
    },
    /** Path parameters of an operation that cannot use the shared records. */
    own: ({ operationId }: Operation): Readonly<Record<string, string>> => {
      const organization =
        operationId === 'deleteOrganization'
          ? made.ending
          : isOfMember(operationId)
            ? made.mailed
            : undefined;
      return organization ? { orgId: organization.id } : {};
    },
    used: ({ operationId }: Operation) => {
      const name = usedBy[operationId];
      if (name) delete made[name];
    },
  };
}

/** Sets the token of an invitation, as if the mail had contained this token. */
export const giveToken = (app: TestApp, invitationId: string, token: string) =>
  app.app.database.transaction(
    ({ query }) =>
      query({
        name: 'give_invitation_token',
        text: 'UPDATE member SET token_hash = $2 WHERE id = $1',
        values: [invitationId, hashInvitation(token)],
      }),
    'system',
  );
