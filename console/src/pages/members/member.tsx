import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { tradepost } from '../../api.ts';
import { keys } from '../../organization.ts';
import { paths } from '../../paths.ts';
import { Facts, Page } from '../../ui/page.tsx';
import { RecordLink } from '../../ui/resource/links.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { MemberActions } from './actions.tsx';
import { ChangeRole } from './change-role.tsx';

/** The page of a member or an invitation. */
export function MemberPage() {
  const { orgId, memberId } = useParams({ from: paths.member });
  const {
    data: member,
    error,
    refetch,
  } = useQuery({
    queryKey: keys.one(orgId, 'members', memberId),
    queryFn: ({ signal }) => tradepost.in(orgId).members.get(memberId, { signal }),
  });
  const { data: me } = useQuery({
    queryKey: keys.me,
    queryFn: ({ signal }) => tradepost.account.getMe({ signal }),
  });
  if (error && !member) return <Failure error={error} again={() => void refetch()} />;
  if (!member) return <Loading />;
  const { name, email, role = '', status, channelPartnerId, invitedBy } = member;
  const isInvited = status === 'INVITED';
  const isMe = me?.id === memberId;
  return (
    <Page title={name || email || memberId} status={<Status of={status} />}>
      {isMe && <p>This is you.</p>}
      <Facts
        of={[
          ['E-mail address', email],
          [
            'Role',
            <Link key="role" to={paths.role} params={{ orgId, roleName: role }}>
              {role}
            </Link>,
          ],
          [
            'Acts for the channel partner',
            channelPartnerId && (
              <RecordLink key="partner" orgId={orgId} kind="channelPartner" id={channelPartnerId} />
            ),
          ],
          ['Member since', member.joinOrganizationTime && <Time key="t" at={member.joinOrganizationTime} />],
          [
            'Invited by',
            invitedBy?.startsWith('usr_') ? (
              <Link key="by" to={paths.member} params={{ orgId, memberId: invitedBy }}>
                {invitedBy}
              </Link>
            ) : (
              invitedBy && <code key="by">{invitedBy}</code>
            ),
          ],
          [
            'Invitation expires',
            isInvited && member.invitationExpireTime && <Time key="until" at={member.invitationExpireTime} />,
          ],
          ['Last changed', <Time key="changed" at={member.lastUpdateTime} />],
          ['Identifier', <code key="id">{memberId}</code>],
        ]}
      />
      <ChangeRole key={role} orgId={orgId} member={member} isMe={isMe} />
      <MemberActions orgId={orgId} member={member} isMe={isMe} />
    </Page>
  );
}
