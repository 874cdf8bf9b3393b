import type { WebhookDeliveryDetails, WithId } from '@tradepost/sdk';
import { getWebhookDelivery, resendWebhookDelivery } from '../../generated/webhooks.ts';
import { useOrganization } from '../../organization.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { Code } from '../../ui/code.tsx';
import { CopyId } from '../../ui/copy-id.tsx';
import { scopeName } from '../../ui/deeds.ts';
import { resourcePages } from '../../ui/resource/index.ts';
import { ShortTable } from '../../ui/short-table.tsx';
import { Badge } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { nameOf } from '../../ui/words.ts';
import { DeliveryState, failureInWords, InTime } from './state.tsx';

type Delivery = WithId<WebhookDeliveryDetails>;
const isPending = ({ status }: Delivery) => status === 'PENDING';

/** A delivery of a webhook: its attempts with the responses, and the payload. */
export const { RecordPage } = resourcePages<Delivery>({
  noun: ['delivery', 'webhook'],
  path: paths.webhook,
  recordPath: paths.webhookDelivery,
  record: {
    operation: getWebhookDelivery,
    isUnfinished: isPending,
    title: ({ scope }) => scopeName(scope),
    status: (delivery) => <DeliveryState of={delivery} />,
    facts: [
      {
        name: 'Error',
        cell: ({ status, errorMessage }) => status !== 'DONE' && errorMessage && failureInWords(errorMessage),
      },
      { name: 'Record', cell: ({ entityType, entityID }) => `${nameOf(entityType)} ${entityID ?? ''}` },
      { name: 'Attempts', cell: ({ attempts }) => attempts },
      { name: 'Next attempt', cell: ({ nextAttemptTime: at }) => at && <InTime at={at} /> },
      { name: 'webhook-id', cell: ({ eventID }) => eventID && <CopyId of={eventID} label="webhook-id" /> },
    ],
    actions: [
      { operation: resendWebhookDelivery, label: 'Resend', isHidden: isPending },
      { operation: resendWebhookDelivery, label: 'Retry now', isHidden: (delivery) => !isPending(delivery) },
    ],
    sections: [
      { title: 'Attempts', Content: Attempts },
      { title: 'Payload', Content: Payload },
    ],
  },
});

function Payload({ record: { body } }: { record: Delivery }) {
  return (
    <Card title="Payload">
      <Code of={body ?? {}} label="Payload" />
    </Card>
  );
}

/** The note that attempts do not follow the test clock. */
const RealTime = ({ orgId }: { orgId: string }) =>
  useOrganization(orgId).organization?.environment === 'TEST' && (
    <p className="px-4 py-2 text-sm text-quiet">Attempts are made in real time, not by the test clock.</p>
  );

function Attempts({ orgId, record: { attemptLog = [] } }: { orgId: string; record: Delivery }) {
  return (
    <Card title="Attempts" isFlush>
      <RealTime orgId={orgId} />
      {attemptLog.length === 0 && <p className="px-4 py-3 text-quiet">No attempts yet.</p>}
      {attemptLog.length > 0 && (
        <ShortTable
          label="Attempts"
          isFlush
          rows={attemptLog}
          keyOf={({ number }) => `${number}`}
          columns={[
            { name: 'Attempt', cell: ({ number }) => number },
            { name: 'Time', cell: ({ startTime }) => <Time at={startTime} /> },
            { name: 'Duration', cell: ({ durationMs }) => durationMs !== undefined && `${durationMs} ms` },
            {
              name: 'Response',
              cell: ({ responseStatus: status }) =>
                status ? <Badge kind={status < 300 ? 'good' : 'bad'}>{status}</Badge> : '–',
            },
            {
              name: 'Answer',
              cell: ({ responseExcerpt, error }) =>
                responseExcerpt || error ? (
                  <>
                    {error && <p>{error}</p>}
                    {responseExcerpt && <code className="text-xs wrap-anywhere">{responseExcerpt}</code>}
                  </>
                ) : (
                  '–'
                ),
            },
          ]}
        />
      )}
    </Card>
  );
}
