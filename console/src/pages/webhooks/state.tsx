import { useQuery } from '@tanstack/react-query';
import { answerOf, type WebhookDelivery, type WebhookEndpoint, type WithId } from '@tradepost/sdk';
import { tradepost } from '../../api.ts';
import { listWebhookDeliveries } from '../../generated/webhooks.ts';
import { Callout } from '../../ui/callout.tsx';
import type { Action } from '../../ui/operation/action.ts';
import { OperationButton } from '../../ui/operation/button.tsx';
import { readKey, unfinishedMs } from '../../ui/resource/read.ts';
import { Badge, Status } from '../../ui/status.tsx';
import { inUtc, Time } from '../../ui/time.tsx';
import { failedIn, failureOf, inTime } from './failures.ts';

/** A failure of a delivery in a few words. The tooltip contains the complete error. */
export const failureInWords = (error: string) => <span title={error}>{failureOf(error)}</span>;

/**
 * The time until a moment. Attempts are made in real time, also in a TEST organization, whose other times follow its
 * test clock.
 */
export const InTime = ({ at }: { at: string }) => (
  <time dateTime={at} title={inUtc(at)}>
    {inTime(new Date(at), new Date())}
  </time>
);

/** The state of a delivery. A delivery that failed and is repeated is neither pending nor failed. */
export function DeliveryState({ of: { status, attempts, lastAttemptTime } }: { of: WebhookDelivery }) {
  if (status === 'PENDING' && lastAttemptTime) return <Badge kind="bad">Attempt {attempts}</Badge>;
  return <Status of={status} />;
}

type Endpoint = WithId<WebhookEndpoint>;
type Props = { orgId: string; endpoint: Endpoint };

/** Returns the delivery whose attempt is the last one of an endpoint, if that attempt failed. */
function useFailed(orgId: string, { id, status }: Endpoint): WebhookDelivery | undefined {
  const query = { order: 'desc', limit: 20 } as const;
  const { data = [] } = useQuery({
    queryKey: readKey(orgId, listWebhookDeliveries, { webhookId: id }, query),
    queryFn: ({ signal }) => tradepost.in(orgId).webhooks.listDeliveries(id, query, { signal }),
    enabled: status === 'ENABLED',
    // No event reports the result of an attempt.
    refetchInterval: unfinishedMs,
  });
  return status === 'ENABLED' ? failedIn(data) : undefined;
}

/** The state of an endpoint: failing while the last attempt of its newest deliveries failed. */
export const EndpointState = ({ orgId, endpoint }: Props) =>
  useFailed(orgId, endpoint) ? <Badge kind="bad">Failing</Badge> : <Status of={endpoint.status} />;

type FailingProps = Props & { actions: readonly Action<Endpoint>[] };

/** The notice of a failing endpoint: the failure, the number of waiting deliveries, and what to do. */
export function Failing({ orgId, endpoint, actions }: FailingProps) {
  const { id } = endpoint;
  const failed = useFailed(orgId, endpoint);
  const query = { status: 'PENDING', order: 'asc', limit: 100 } as const;
  const { data: waiting = [] } = useQuery({
    queryKey: readKey(orgId, listWebhookDeliveries, { webhookId: id }, query),
    queryFn: ({ signal }) => tradepost.in(orgId).webhooks.listDeliveries(id, query, { signal }),
    enabled: failed !== undefined,
    refetchInterval: unfinishedMs,
  });
  if (!failed) return null;
  const { responseStatus, errorMessage = '' } = failed;
  const [oldest] = waiting;
  return (
    <Callout
      kind="error"
      title={`Deliveries fail: ${responseStatus ? `the response is ${responseStatus}` : failureOf(errorMessage)}`}
      fix={actions.map((action) => (
        <OperationButton
          key={action.label}
          orgId={orgId}
          action={action}
          row={endpoint}
          params={{ webhookId: id }}
          ifMatch={answerOf(endpoint)?.etag}
        />
      ))}
    >
      <p>
        {oldest && (
          <>
            {answerOf(waiting)?.next ? `More than ${waiting.length}` : waiting.length}{' '}
            {waiting.length === 1 ? 'delivery waits' : 'deliveries wait'} since{' '}
            <Time at={oldest.creationTime} />.{' '}
          </>
        )}
        Tradepost repeats attempts automatically. Events whose attempts have ended can be replayed.
      </p>
    </Callout>
  );
}
