import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { SandboxUpcoming } from '@tradepost/sdk';
import type { ReactNode } from 'react';
import { tradepost } from '../../api.ts';
import { keys } from '../../organization.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { Marketplace } from '../../ui/marketplace.tsx';
import { ShortTable } from '../../ui/short-table.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { inWords } from '../../ui/words.ts';

/** The next due jobs by the clock of the organization. */
export function Upcoming({ orgId }: { orgId: string }) {
  const { data, error } = useQuery({
    queryKey: keys.list(orgId, 'upcoming'),
    queryFn: ({ signal }) => tradepost.in(orgId).sandbox.listUpcoming({ most: 20 }, { signal }),
  });
  return (
    <Card title="Due next" isFlush={(data?.length ?? 0) > 0}>
      {error ? <Failure error={error} /> : !data && <Loading />}
      {data?.length === 0 && <p>Nothing is due.</p>}
      {data && data.length > 0 && (
        <ShortTable
          isFlush
          label="Due next"
          rows={data}
          keyOf={(due, at) => `${at} ${due.at} ${due.kind} ${due.entityId}`}
          columns={[
            { name: 'At', cell: ({ at }) => <Time at={at} /> },
            { name: 'Event', cell: ({ kind = '' }) => inWords(kind) },
            { name: 'Record', cell: (due) => recordOf(orgId, due) },
          ]}
        />
      )}
    </Card>
  );
}

/** Returns the affected record, as a link if the console has a page for it. */
function recordOf(orgId: string, { entity, entityId = '', name }: SandboxUpcoming): ReactNode {
  const words = name || entityId;
  if (entity === 'OFFER')
    return (
      <Link to={paths.offer} params={{ orgId, offerId: entityId }}>
        {words}
      </Link>
    );
  if (entity === 'ENTITLEMENT')
    return (
      <Link to={paths.entitlement} params={{ orgId, entitlementId: entityId }}>
        {words}
      </Link>
    );
  if (entity === 'PARTNER') return <Marketplace of={entityId} />;
  return `${words} (${inWords(entity ?? '')})`;
}
