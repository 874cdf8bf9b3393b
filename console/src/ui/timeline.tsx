import { useQuery } from '@tanstack/react-query';
import { tradepost } from '../api.ts';
import { keys, useOrganization } from '../organization.ts';
import { Failure, Loading } from './states.tsx';
import { inWords } from './status.tsx';
import { Time } from './time.tsx';

type TimelineProps = { orgId: string; entityType: string; entityId: string };

/** The changes to a record with their authors, newest first. */
export function Timeline({ orgId, entityType, entityId }: TimelineProps) {
  const { missingPermission } = useOrganization(orgId);
  const reason = missingPermission('audit:read');
  const { data, error } = useQuery({
    queryKey: keys.one(orgId, `timeline of ${entityType}`, entityId),
    queryFn: ({ signal }) => {
      const q = `(and (= entity_type '${entityType}') (= entity_id '${entityId}'))`;
      return tradepost.in(orgId).auditingEvents.query({ q, page_size: 50 }, { signal });
    },
    enabled: reason === undefined,
  });
  return (
    <section>
      <h2>Activity</h2>
      {reason && <p>{reason}</p>}
      {error ? <Failure error={error} /> : reason === undefined && !data && <Loading />}
      <ol>
        {data?.data.map(({ id, body, creationTime }) => (
          <li key={id}>
            <Time at={creationTime} />: {inWords(body?.action ?? '')}
            {body?.after?.status ? ` (${String(body.after.status)})` : ''},{' '}
            {body?.actor?.email ?? body?.actor?.name ?? inWords(body?.actor?.entityType ?? '')}
          </li>
        ))}
      </ol>
    </section>
  );
}
