import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FlaskConical } from 'lucide-react';
import { tradepost } from '../api.ts';
import { keys, useOrganization } from '../organization.ts';
import { paths } from '../paths.ts';
import { Time } from './time.tsx';

/** The notice of a TEST organization, with its clock, which can be advanced. */
export function TestClock({ orgId }: { orgId: string }) {
  const { missingPermission } = useOrganization(orgId);
  const { data } = useQuery({
    queryKey: keys.clock(orgId),
    queryFn: ({ signal }) => tradepost.in(orgId).sandbox.getClock({ signal }),
    enabled: missingPermission('organization:read') === undefined,
  });
  return (
    <aside
      className="flex min-h-8 flex-wrap items-center gap-x-2 border-b border-warn/30 bg-warn-soft px-4 py-1 text-sm text-warn lg:px-8"
      aria-label="Test organization"
    >
      <FlaskConical size={14} aria-hidden="true" />
      <strong className="font-semibold">Test organization.</strong> Orders are not real.
      {data?.time && (
        <Link to={paths.sandbox} params={{ orgId }} className="text-warn underline underline-offset-2">
          Clock: <Time at={data.time} />
        </Link>
      )}
    </aside>
  );
}
