import { useQuery } from '@tanstack/react-query';
import { tradepost } from '../api.ts';
import { keys, useOrganization } from '../organization.ts';
import { Card } from './card.tsx';
import { Failure, Loading } from './states.tsx';
import { Time } from './time.tsx';
import { inWords, nameOf } from './words.ts';

/** The actions whose words are not a past participle. */
const deeds: Readonly<Record<string, string>> = {
  ACCEPT: 'Accepted',
  APPROVE: 'Approved',
  CANCEL: 'Cancelled',
  CREATE: 'Created',
  DELETE: 'Deleted',
  UPDATE: 'Changed',
};

/** Describes an action, with the state after it if the action does not say it. */
function deedOf(action: string, status: string): string {
  const deed = deeds[action] ?? inWords(action);
  const state = inWords(status);
  return status === '' || state === deed ? deed : `${deed} (${state.toLowerCase()})`;
}

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
              {deedOf(body?.action ?? '', String(body?.after?.status ?? ''))} by{' '}
              {body?.actor?.email ?? body?.actor?.name ?? nameOf(body?.actor?.entityType)}
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
