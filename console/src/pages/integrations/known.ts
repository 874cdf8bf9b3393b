import { marketplaceName } from '../../ui/marketplaces.ts';
import type { OperationField } from '../../ui/operation/operation.ts';

/** A service whose settings have fields of their own. Other services have a form with JSON. */
export type KnownService = {
  partner: string;
  service: string;
  label: string;
  /** The label of the button that connects the service. */
  connect: string;
  info?: { name: string; fields: OperationField[] };
  credentials?: OperationField[];
  help: string;
};

const text = (name: string, help: string, isRequired = false): OperationField => ({
  name,
  kind: 'text',
  help,
  isRequired,
});
const secret = (name: string, help: string): OperationField => ({ name, kind: 'secret', help });

export const knownServices: readonly KnownService[] = [
  {
    partner: 'MKA',
    service: 'MARKETPLACE',
    label: marketplaceName('MKA'),
    connect: `Connect ${marketplaceName('MKA')}`,
    help: 'Complete the setup at the marketplace first, then enter the role that you created there.',
    info: {
      name: 'mkAIntegration',
      fields: [
        text('iamRoleArn', 'ARN of the role that Tradepost assumes.'),
        text('queueArn', 'ARN of the event queue; without a queue, changes are detected once an hour.'),
        text('bucketName', 'Bucket for license agreements; required for custom agreements only.'),
        text('bucketRegion', 'Region of that bucket; by default us-east-1.'),
        text('dataFeedBucketName', 'Bucket of the data feeds, for fees and payouts.'),
        text('dataFeedBucketRegion', 'Region of that bucket; by default us-east-1.'),
        text('dataFeedPrefix', 'Folder of the billing events; by default the whole bucket.'),
        text('region', 'Region of usage reports; by default us-east-1.'),
      ],
    },
  },
  {
    partner: 'MKB',
    service: 'MARKETPLACE',
    label: marketplaceName('MKB'),
    connect: `Connect ${marketplaceName('MKB')}`,
    help: 'Complete the setup at the marketplace first, then enter the application that you registered there.',
    info: {
      name: 'mkBIntegration',
      fields: [
        text('tenantID', 'Directory (tenant) ID of the application; a domain name is not accepted.', true),
        text('clientID', 'Application (client) ID.', true),
        text('expiryTime', 'Last day of the client secret, such as 2027-05-31, for reminders.'),
      ],
    },
    credentials: [secret('clientSecret', 'Value of the client secret, not its ID.')],
  },
  {
    partner: 'MKC',
    service: 'MARKETPLACE',
    label: marketplaceName('MKC'),
    connect: `Connect ${marketplaceName('MKC')}`,
    help: 'Complete the setup at the marketplace first, then enter the service account that you created there.',
    info: {
      name: 'mkCIntegration',
      fields: [
        text('partnerId', 'ID of the provider.', true),
        text(
          'pubsubSubscription',
          'Subscription of the events; by default changes are detected once an hour.',
        ),
        { name: 'serviceNames', kind: 'texts', help: 'Services of your products, one on each line.' },
        text('mkCProjectId', 'ID of the project; by default the project of the key.'),
        text('reportBucket', 'Bucket of the monthly reports; without it, revenue is not read.'),
        text('waitingMessage', 'Message to buyers whose order waits for your approval.'),
        text('signupDomain', 'Domain of your sign-up URL; by default the domain of this installation.'),
        { name: 'pushesNotifications', kind: 'flag', help: 'Whether events are pushed instead of pulled.' },
        text('pushServiceAccountEmail', 'Service account that signs pushes; by default the one of the key.'),
      ],
    },
    credentials: [secret('serviceAccountKey', 'Content of the key file of the service account.')],
  },
  {
    partner: 'PAYA',
    service: 'PAYMENT',
    label: 'Payment provider A',
    connect: 'Connect payments',
    help: 'Invoices of direct sales are paid through the payment provider.',
    credentials: [
      secret('secretKey', 'Key that can write payments, refunds and customers, and read payment methods.'),
      secret('webhookSecret', 'Secret of the webhook endpoint at the payment provider.'),
    ],
  },
  {
    partner: 'MKA',
    service: 'CHATBOT',
    label: 'Language model',
    connect: 'Connect a language model',
    help: 'Questions are answered by your own language model instead of the service’s.',
    credentials: [
      text('url', 'URL of the language model, with https.'),
      secret('key', 'Key of the language model.'),
      text('model', 'Name of the language model.'),
    ],
  },
];
