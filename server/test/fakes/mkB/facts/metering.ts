import type { Facts, OperationFacts } from '../../facts/contract.ts';
import { apiVersion, everyCall } from './common.ts';

const operations = {
  postUsageEvent: {
    method: 'POST',
    path: '/usageEvent',
    ...everyCall,
    body: 'UsageEvent',
    answers: { 200: 'AcceptedUsage', 400: 'InvalidUsage', 403: '', 409: 'DuplicateUsage' },
  },
  postBatchUsageEvent: {
    method: 'POST',
    path: '/batchUsageEvent',
    ...everyCall,
    body: 'UsageBatch',
    answers: { 200: 'BatchResult', 400: '', 403: '' },
  },
  getUsageEvents: {
    method: 'GET',
    path: '/usageEvents',
    ...everyCall,
    query: {
      ...everyCall.query,
      usageStartDate: 'time!',
      UsageEndDate: 'time',
      offerId: 'text',
      planId: 'text',
      dimension: 'text',
      azureSubscriptionId: 'uuid',
      reconStatus: 'ReconStatus',
    },
    answers: { 200: 'UsageDay[]', 400: '', 403: '' },
  },
} satisfies Record<string, OperationFacts>;

const choices = {
  ApiVersion: [apiVersion],
  UsageStatus: [
    'Accepted',
    'Expired',
    'Duplicate',
    'Error',
    'ResourceNotFound',
    'ResourceNotAuthorized',
    'ResourceNotActive',
    'InvalidDimension',
    'InvalidQuantity',
    'BadArgument',
  ],
  ReconStatus: ['Submitted', 'Accepted', 'Rejected', 'Mismatch'],
};

const usage = {
  resourceId: 'uuid',
  resourceUri: 'text',
  quantity: 'double',
  dimension: 'text',
  effectiveStartTime: 'time',
  planId: 'text',
};
const accepted = { usageEventId: 'uuid', status: 'UsageStatus', messageTime: 'time', ...usage };

const records = {
  UsageEvent: usage,
  UsageBatch: { request: 'UsageEvent[1..25]' },
  AcceptedUsage: accepted,
  UsageDay: {
    usageDate: 'time',
    usageResourceId: 'uuid',
    dimension: 'text',
    planId: 'text',
    planName: 'text',
    offerId: 'text',
    offerName: 'text',
    offerType: 'text',
    azureSubscriptionId: 'uuid',
    reconStatus: 'ReconStatus',
    submittedQuantity: 'double',
    processedQuantity: 'double',
    submittedCount: 'double',
  },
  BatchResult: { result: 'BatchUsage[]', count: 'int64' },
  BatchUsage: { ...accepted, error: 'DuplicateUsage' },
  DuplicateUsage: { additionalInfo: 'AcceptedMessage', message: 'text', code: 'text' },
  AcceptedMessage: { acceptedMessage: 'AcceptedUsage' },
  InvalidUsage: { code: 'text', message: 'text', target: 'text', details: 'InvalidDetail[]' },
  InvalidDetail: { code: 'text', message: 'text', target: 'text' },
} satisfies Facts['records'];

/** The metering interface, version 1, as published in its OpenAPI file. */
export const metering = { operations, choices, records } satisfies Facts;
export type MeteringOperation = keyof typeof operations;
