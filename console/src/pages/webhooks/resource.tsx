import type { WebhookDelivery, WebhookEndpoint, WithId } from '@tradepost/sdk';
import { previewNotificationTemplate } from '../../generated/notificationTemplate.ts';
import {
  createWebhook,
  deleteWebhook,
  enableWebhook,
  getWebhook,
  listWebhookDeliveries,
  listWebhooks,
  replayWebhook,
  resendWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '../../generated/webhooks.ts';
import { paths } from '../../paths.ts';
import { Callout } from '../../ui/callout.tsx';
import { scopeName } from '../../ui/deeds.ts';
import { marketplaceName } from '../../ui/marketplaces.ts';
import type { Action } from '../../ui/operation/action.ts';
import { RecordLinks, resourcePages, section } from '../../ui/resource/index.ts';
import { Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { DeliveryState, EndpointState, Failing, failureInWords, InTime } from './state.tsx';

type Endpoint = WithId<WebhookEndpoint>;
type Delivery = WithId<WebhookDelivery>;

const isPending = ({ status }: Delivery) => status === 'PENDING';
const resend: Action<Delivery> = {
  operation: resendWebhookDelivery,
  params: ({ id }) => ({ deliveryId: id }),
};

const layout = {
  fields: ['url', 'description', 'fifo', 'productIds', 'partners', 'scopes'],
  kinds: { productIds: 'products', scopes: 'choices' },
  options: {
    scopes: previewNotificationTemplate.fields?.find(({ name }) => name === 'scope')?.options ?? [],
  },
  helps: {
    url: 'With https, on a public network. A change to another server requires the headers again.',
    scopes: 'All events if none is selected.',
    partners: 'All if none is selected.',
    productIds: 'All products if empty.',
  },
};
const labels = {
  url: 'URL',
  productIds: 'Products',
  scopes: 'Events',
  partners: 'Marketplaces and systems',
  entityIds: 'Records',
  fifo: 'Deliver the events of a record in their order',
  ratePerSecond: 'Deliveries per second, at most',
  timeoutSeconds: 'Timeout in seconds',
};
const help =
  'Tradepost sends each event to this URL as a signed POST request. Without a selection, all events are sent.';

const replay: Action<Endpoint> = {
  operation: replayWebhook,
  label: 'Replay events',
  submit: 'Replay',
  help: 'Sends the events of a period again, in their order and with their original webhook-id. Receivers can ignore repeated ids.',
  fields: 'from to onlyMissing'.split(' '),
  labels: { from: 'From', to: 'To', onlyMissing: 'Only events that the endpoint has not accepted' },
  start: { onlyMissing: true },
  reason: ({ status }) => (status === 'DISABLED' ? 'The webhook is disabled.' : undefined),
  done: 'The replay has started. Its progress is on the page Operations.',
};
/** What a user can do about a failing endpoint. */
const remedies: readonly Action<Endpoint>[] = [
  { operation: updateWebhook, label: 'Change the URL', fields: ['url'], helps: layout.helps, labels },
  { ...replay, label: 'Replay missed events' },
];

export const { ListPage, RecordPage } = resourcePages<Endpoint>({
  noun: ['webhook', 'webhooks'],
  path: paths.webhooks,
  recordPath: paths.webhook,
  list: {
    operation: listWebhooks,
    columns: [
      { name: 'URL', cell: ({ url }) => url },
      { name: 'Description', cell: ({ description }) => description },
      {
        name: 'Events',
        cell: ({ scopes = [] }) => (scopes.length === 0 ? 'All events' : scopes.map(scopeName).join(', ')),
      },
      { name: 'Status', width: 'state', cell: ({ status }) => <Status of={status} /> },
      { name: 'Created', width: 'day', cell: ({ creationTime }) => <Time at={creationTime} only="day" /> },
    ],
    empty: 'No webhooks yet. A webhook sends events, such as an accepted offer, to a URL of yours.',
    actions: [
      {
        operation: createWebhook,
        label: 'New webhook',
        kind: 'primary',
        ...layout,
        labels,
        help,
        omit: ['status'],
        secrets: { secret: 'Secret' },
        opens: 'record',
      },
    ],
  },
  record: {
    operation: getWebhook,
    title: ({ description, url, id }) => description || url || id,
    status: (endpoint, { orgId }) => <EndpointState orgId={orgId} endpoint={endpoint} />,
    notice: (endpoint, { orgId }) =>
      endpoint.status === 'DISABLED' ? (
        <Callout kind="warning" title="No events are sent">
          <p>
            {endpoint.statusReason || 'A member has disabled the webhook.'} Enable it, then replay the missed
            events.
          </p>
        </Callout>
      ) : (
        <Failing orgId={orgId} endpoint={endpoint} actions={remedies} />
      ),
    facts: [
      { name: 'URL', cell: ({ url }) => url },
      {
        name: 'Events',
        cell: ({ scopes = [] }) => (scopes.length === 0 ? 'All events' : scopes.map(scopeName).join(', ')),
      },
      {
        name: 'Marketplaces and systems',
        cell: ({ partners = [] }) => partners.map(marketplaceName).join(', '),
      },
      {
        name: 'Products',
        cell: ({ productIds = [] }, { orgId }) =>
          productIds.length > 0 && <RecordLinks orgId={orgId} kind="product" ids={productIds} />,
      },
      { name: 'Records', cell: ({ entityIds = [] }) => entityIds.join(', ') },
      { name: 'Order', cell: ({ fifo }) => fifo && 'The events of a record are delivered in their order.' },
      { name: 'Headers', cell: ({ headers }) => Object.keys(headers ?? {}).join(', ') },
      { name: 'Rate limit', cell: ({ ratePerSecond }) => ratePerSecond && `${ratePerSecond} per second` },
      { name: 'Timeout', cell: ({ timeoutSeconds }) => timeoutSeconds && `${timeoutSeconds} seconds` },
      {
        name: 'Previous secret is valid until',
        cell: ({ previousSecretExpireTime: at }) => at && <Time at={at} />,
      },
    ],
    actions: [
      {
        operation: enableWebhook,
        label: 'Enable',
        kind: 'primary',
        isHidden: ({ status }) => status !== 'DISABLED',
        done: 'The webhook is enabled. You can replay the events that it missed.',
      },
      {
        operation: testWebhook,
        label: 'Send a test event',
        reason: ({ status }) => (status === 'DISABLED' ? 'The webhook is disabled.' : undefined),
        done: 'The test event is on its way; see the deliveries.',
      },
      { operation: updateWebhook, label: 'Edit', ...layout, labels },
      replay,
      {
        operation: rotateWebhookSecret,
        label: 'Rotate the secret',
        submit: 'Rotate',
        help: 'Creates a new secret. Until the old secret expires, deliveries are signed with both secrets.',
        labels: { overlapHours: 'Hours until the old secret expires' },
        start: { overlapHours: 24 },
        secrets: { secret: 'New secret' },
      },
      {
        operation: deleteWebhook,
        label: 'Delete',
        kind: 'danger',
        question: 'The webhook is deleted. Its pending deliveries are not sent.',
        opens: 'list',
      },
    ],
    sections: [
      section<Endpoint, Delivery>({
        title: 'Deliveries',
        operation: listWebhookDeliveries,
        isLive: true,
        isStacked: true,
        query: { order: 'desc' },
        path: paths.webhookDelivery,
        paramsOf: ({ id }) => ({ deliveryId: id }),
        columns: [
          { name: 'Event', cell: ({ scope }) => scopeName(scope) },
          { name: 'Status', cell: (delivery) => <DeliveryState of={delivery} /> },
          {
            name: 'Response',
            cell: ({ responseStatus, errorMessage }) =>
              responseStatus ?? (errorMessage ? failureInWords(errorMessage) : '–'),
          },
          {
            name: 'Next attempt',
            cell: ({ nextAttemptTime: at }) =>
              at ? <InTime at={at} /> : <span className="max-sm:hidden">–</span>,
          },
          { name: 'Created', cell: ({ creationTime }) => <Time at={creationTime} /> },
        ],
        empty: 'No deliveries yet. Send a test event to try the endpoint.',
        rowActions: [
          { ...resend, label: 'Resend', isHidden: isPending },
          { ...resend, label: 'Retry now', isHidden: (delivery) => !isPending(delivery) },
        ],
      }),
    ],
    timeline: 'WEBHOOK_ENDPOINT',
  },
});
