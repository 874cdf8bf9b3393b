import { readFileSync } from 'node:fs';
import type { Setup, SetupFacts } from '../connector.ts';
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

let steps: string | undefined;
const readSteps = (): string => {
  steps ??= readFileSync(new URL('./setup.md', import.meta.url), 'utf8');
  return steps;
};

/**
 * Creates the values that the seller enters at the marketplace. @param principal the operator's user or role
 * that assumes the seller's role; undefined without operator keys
 */
export function setupOf({ externalId, landingUrl }: SetupFacts, principal: string | undefined): Setup {
  const known = principal ?? 'ask the operator of this installation';
  return {
    values: [
      {
        name: 'externalId',
        value: externalId,
        description: 'External id that the role’s trust policy requires.',
      },
      { name: 'principal', value: known, description: 'Principal that assumes the role.' },
      {
        name: 'trustPolicy',
        value: print(trustPolicy(known, externalId)),
        description: 'Trust policy of the role.',
      },
      {
        name: 'permissionPolicy',
        value: print(permissionPolicy),
        description: 'Permission policy of the role.',
      },
      {
        name: 'maximumSessionDuration',
        value: String(sessionSeconds[0]),
        description: 'Maximum session duration to set for the role, in seconds: 12 hours.',
      },
      {
        name: 'eventPattern',
        value: print(eventPattern),
        description: 'Pattern of the rule that sends events to the queue.',
      },
      { name: 'landingUrl', value: landingUrl, description: 'Fulfilment URL of the listings.' },
    ],
    steps: readSteps(),
  };
}
