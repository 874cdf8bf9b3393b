import { readFileSync } from 'node:fs';
import type { Setup, SetupFacts } from '../connector.ts';
import { sessionSeconds } from './roles.ts';

/** The actions that the role needs, by what they are for. */
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
  'aws-marketplace:SendAgreementCancellationRequest',
  'aws-marketplace:GetEntitlements',
  'aws-marketplace:BatchMeterUsage',
  'aws-marketplace:ResolveCustomer',
];

/** The events that are of interest, as a rule of the event bus selects them. */
export const eventPattern = { source: ['aws.agreement-marketplace', 'aws.marketplacecatalog'] };

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
  ],
};

const print = (value: object): string => JSON.stringify(value, undefined, 2);

let steps: string | undefined;
const readSteps = (): string => {
  steps ??= readFileSync(new URL('./setup.md', import.meta.url), 'utf8');
  return steps;
};

/**
 * Makes what a seller enters at the marketplace.
 * @param principal of the operator, whose keys take on the role; undefined where it has none
 */
export function setupOf({ externalId, landingUrl }: SetupFacts, principal: string | undefined): Setup {
  const known = principal ?? 'ask the operator of this installation';
  return {
    values: [
      {
        name: 'externalId',
        value: externalId,
        description: 'The external id that the role’s trust policy asks for.',
      },
      { name: 'principal', value: known, description: 'Who takes on the role.' },
      {
        name: 'trustPolicy',
        value: print(trustPolicy(known, externalId)),
        description: 'The trust policy of the role.',
      },
      { name: 'permissionPolicy', value: print(permissionPolicy), description: 'What the role may do.' },
      {
        name: 'maximumSessionDuration',
        value: String(sessionSeconds[0]),
        description: 'The longest session that the role is to allow, in seconds: 12 hours.',
      },
      {
        name: 'eventPattern',
        value: print(eventPattern),
        description: 'The pattern of the rule that sends events to the queue.',
      },
      { name: 'landingUrl', value: landingUrl, description: 'The fulfilment URL of the listings.' },
    ],
    steps: readSteps(),
  };
}
