import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { answerOf } from '@tradepost/sdk';
import { tradepost } from '../../api.ts';
import { keys } from '../../organization.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { Failure, Loading } from '../../ui/states.tsx';

const most = 10;

/** The first members with a role, and a link to all members with the role. */
export function Holders({ orgId, role }: { orgId: string; role: string }) {
  const { data, error } = useQuery({
    queryKey: keys.list(orgId, 'members', { holdersOf: role }),
    queryFn: ({ signal }) => tradepost.in(orgId).members.list({ role, limit: most, count: true }, { signal }),
  });
  const total = answerOf(data)?.total ?? 0;
  return (
    <Card title="Members with this role">
      {error ? <Failure error={error} /> : !data && <Loading />}
      {data?.length === 0 && <p>No members have this role.</p>}
      <ul className="grid gap-2.5">
        {data?.map(({ id, name, email }) => (
          <li key={id}>
            <Link to={paths.member} params={{ orgId, memberId: id }}>
              {name || email}
            </Link>
          </li>
        ))}
      </ul>
      {total > most && (
        <Link to={paths.members} params={{ orgId }} search={{ role }}>
          All {total} of them
        </Link>
      )}
    </Card>
  );
}
