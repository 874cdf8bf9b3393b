import { randomBytes } from 'node:crypto';
import { hashInvitation } from '../../src/organizations/members/store.ts';
import type { TestApp, TestOrganization, TestPerson } from '../harness.ts';
import type { Operation } from './operations.ts';

type InvitedPerson = { person: TestPerson; invitationToken: string };

type Made = {
  userId?: string;
  roleName?: string;
  invited?: InvitedPerson;
  leaving?: TestPerson;
  ending?: TestOrganization;
  elsewhere?: TestPerson & { id: string };
  savedViewId?: string;
};

/** The record that each operation uses up. */
const usedBy: Readonly<Record<string, keyof Made>> = {
  removeMember: 'userId',
  deleteRole: 'roleName',
  acceptInvitation: 'invited',
  leaveOrganization: 'leaving',
  deleteOrganization: 'ending',
  deleteMySavedView: 'savedViewId',
};

/** Returns whether only members may call an operation, about their own settings and views. */
export const isOfMember = ({ path }: Pick<Operation, 'path'>): boolean =>
  path.startsWith('/org/{orgId}/user/me/');

/** Provides members, roles and invitations in the required state, and replaces used-up records. */
export function createMemberRecords(app: TestApp, org: TestOrganization) {
  const made: Made = {};
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
  const saveView = async ({ id, token }: { id: string; token: string }): Promise<string> => {
    const body = { list: 'used', name: `Used ${++count}`, query: {} };
    return (await app.request('POST', `/org/${id}/user/me/savedView`, { token, body })).body.id;
  };
  return {
    ids: async () => {
      made.userId ??= (await post('/user', { email: `member${++count}@example.com` })).userID as string;
      made.roleName ??= (await post('/role', { name: `USED_${++count}`, permissions: [] })).name as string;
      made.invited ??= await invite();
      made.leaving ??= await app.person(org.id);
      made.ending ??= await app.organization();
      made.elsewhere ??= await memberElsewhere();
      made.savedViewId ??= await saveView(made.elsewhere);
      const { userId, roleName, invited, savedViewId } = made;
      return { userId, roleName, savedViewId, invitationToken: invited.invitationToken };
    },
    /** Returns the caller for an operation that only some members may call. */
    caller: ({ operationId, path }: Operation): { token: string } | undefined => {
      if (['createOrganization', 'acceptInvitation'].includes(operationId)) return made.invited?.person;
      if (operationId === 'leaveOrganization') return made.leaving;
      if (isOfMember({ path })) return made.elsewhere;
      return operationId === 'deleteOrganization' ? made.ending : undefined;
    },
    /** Path parameters of an operation that cannot use the shared records. */
    own: ({ operationId, path }: Operation): Readonly<Record<string, string>> => {
      const organization =
        operationId === 'deleteOrganization'
          ? made.ending
          : isOfMember({ path })
            ? made.elsewhere
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
