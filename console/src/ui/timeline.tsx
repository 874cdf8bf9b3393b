import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { tradepost } from '../api.ts';
import { keys, useOrganization } from '../organization.ts';
import { Card } from './card.tsx';
import { changeInWords } from './deeds.ts';
import { Failure, Loading } from './states.tsx';
import { Time } from './time.tsx';
import { nameOf } from './words.ts';

type TimelineProps = { orgId: string; entityType: string; entityId: string };

const RecordNotifications = lazy(async () => ({
  default: (await import('./record-notifications.tsx')).RecordNotifications,
}));

/** The changes to a record with their authors, newest first, and the notifications about it. */
export const Timeline = (of: TimelineProps) => (
  <>
    <Changes {...of} />
    <Suspense fallback={null}>
      <RecordNotifications {...of} />
    </Suspense>
  </>
);

function Changes({ orgId, entityType, entityId }: TimelineProps) {
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
    <Card title="Activity">
      {reason && <p>{reason}</p>}
      {error ? <Failure error={error} /> : reason === undefined && !data && <Loading />}
      <ol className="grid gap-0">
        {data?.data.map(({ id, body, creationTime }) => (
          <li
            key={id}
            className="relative grid gap-0.5 border-l border-line pb-4 pl-5 last:border-transparent last:pb-0"
          >
            <span
              aria-hidden="true"
              className="absolute top-1.5 -left-1 size-2 rounded-full bg-edge ring-3 ring-surface"
            />
            <p>
              {changeInWords(body?.action ?? '', String(body?.after?.status ?? ''))}{' '}
              <span className="text-quiet">
                · {body?.actor?.email ?? body?.actor?.name ?? nameOf(body?.actor?.entityType)}
              </span>
            </p>
            <p className="text-sm text-quiet">
              <Time at={creationTime} />
            </p>
          </li>
        ))}
      </ol>
    </Card>
  );
}
