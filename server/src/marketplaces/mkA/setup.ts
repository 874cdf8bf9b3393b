import type { Setup, SetupFacts, SetupValue } from '../connector.ts';
import { createSteps } from '../setup-steps.ts';
import { eventKinds } from './events.ts';
import { sessionSeconds } from './roles.ts';

/** Actions that the role needs, grouped by purpose. */
const actions = [
  'aws-marketplace:ListEntities',
  'aws-marketplace:DescribeEntity',
  'aws-marketplace:BatchDescribeEntities',
  'aws-marketplace:StartChangeSet',
  'aws-marketplace:DescribeChangeSet',
  'aws-marketplace:ListChangeSets',
  'aws-marketplace:SearchAgreements',
  'aws-marketplace:DescribeAgreement',
  'aws-marketplace:GetAgreementTerms',
  'aws-marketplace:GetAgreementEntitlements',
  'aws-marketplace:ListAgreementCancellationRequests',
  'aws-marketplace:GetAgreementCancellationRequest',
  'aws-marketplace:SendAgreementCancellationRequest',
  'aws-marketplace:CancelAgreementCancellationRequest',
  'aws-marketplace:ListAgreementInvoiceLineItems',
  'aws-marketplace:BatchCreateBillingAdjustmentRequest',
  'aws-marketplace:GetBillingAdjustmentRequest',
  'aws-marketplace:GetEntitlements',
  'aws-marketplace:BatchMeterUsage',
  'aws-marketplace:ResolveCustomer',
];

/** The pattern with which an event bus rule selects the events that the adapter uses. */
export const eventPattern = { source: Object.keys(eventKinds) };

export const trustPolicy = (principal: string, externalId: string) => ({
  Version: '2012-10-17',
  Statement: [
    {
      Effect: 'Allow',
      Principal: { AWS: principal },
      Action: 'sts:AssumeRole',
      Condition: { StringEquals: { 'sts:ExternalId': externalId } },
    },
  ],
});

export const permissionPolicy = {
  Version: '2012-10-17',
  Statement: [
    { Effect: 'Allow', Action: actions, Resource: '*' },
    {
      Effect: 'Allow',
      Action: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
      Resource: 'arn:aws:sqs:*:*:NAME-OF-THE-QUEUE',
    },
    {
      Effect: 'Allow',
      Action: ['s3:PutObject', 's3:GetObject', 's3:ListBucket'],
      Resource: ['arn:aws:s3:::NAME-OF-THE-BUCKET', 'arn:aws:s3:::NAME-OF-THE-BUCKET/tradepost/*'],
    },
    {
      Effect: 'Allow',
      Action: ['s3:ListBucket', 's3:GetObject'],
      Resource: ['arn:aws:s3:::NAME-OF-THE-DATA-FEED-BUCKET', 'arn:aws:s3:::NAME-OF-THE-DATA-FEED-BUCKET/*'],
    },
    {
      Effect: 'Allow',
      Action: ['kms:Decrypt'],
      Resource: 'arn:aws:kms:REGION:ACCOUNT:key/KEY-OF-THE-DATA-FEED-BUCKET',
    },
  ],
};

const print = (value: object): string => JSON.stringify(value, undefined, 2);

const readSteps = createSteps(new URL('./setup.md', import.meta.url));

/** The principal in the trust policy of an installation whose principal is unknown. */
const unknownPrincipal = 'ARN-OF-THE-PRINCIPAL';

/**
 * Creates the values that the seller enters at the marketplace. @param principal the operator's user or role
 * that assumes the seller's role; undefined without operator keys
 */
export function setupOf({ externalId, landingUrl }: SetupFacts, principal: string | undefined): Setup {
  return {
    values: [
      {
        name: 'eventPattern',
        label: 'Event pattern',
        value: print(eventPattern),
        description: 'Pattern of the rule that sends events to the queue.',
      },
      {
        name: 'permissionPolicy',
        label: 'Permission policy',
        value: print(permissionPolicy),
        description: 'What the role may do. Replace the names in capital letters.',
      },
      ...trustOf(externalId, principal),
      {
        name: 'maximumSessionDuration',
        label: 'Maximum session duration',
        value: String(sessionSeconds[0]),
        description: '12 hours, in seconds.',
      },
      {
        name: 'landingUrl',
        label: 'Fulfilment URL',
        value: landingUrl,
        description: 'Where the marketplace sends buyers after a purchase.',
      },
    ],
    steps: readSteps(),
  };
}

/** Creates the values that let the principal assume the role. */
const trustOf = (externalId: string, principal: string | undefined): SetupValue[] => [
  {
    name: 'trustPolicy',
    label: 'Trust policy',
    value: print(trustPolicy(principal ?? unknownPrincipal, externalId)),
    description: 'Who may assume the role.',
    ...(principal === undefined && { problem: `Replace ${unknownPrincipal} with the principal.` }),
  },
  {
    name: 'principal',
    label: 'Principal',
    description: 'The account that assumes the role.',
    ...(principal === undefined
      ? {
          problem:
            'The operator of this installation has not configured its keys. Ask the operator for the ARN.',
        }
      : { value: principal }),
  },
  {
    name: 'externalId',
    label: 'External ID',
    value: externalId,
    description: 'Identifies your organization. The trust policy contains it.',
  },
];
