import type { Facts, OperationFacts } from '../../facts/contract.ts';
import { commonChoices, everyCall } from './common.ts';

const service = '/v1/services/{service:segment}';

const operations = {
  checkUsage: {
    method: 'POST',
    path: `${service}:check`,
    ...everyCall,
    body: 'CheckRequest',
    answers: { 200: 'CheckResponse' },
  },
  reportUsage: {
    method: 'POST',
    path: `${service}:report`,
    ...everyCall,
    body: 'ReportRequest',
    answers: { 200: 'ReportResponse' },
  },
} satisfies Record<string, OperationFacts>;

const records = {
  CheckRequest: {
    operation: 'Operation',
    requestProjectSettings: 'boolean',
    serviceConfigId: 'text',
    skipActivationCheck: 'boolean',
  },
  CheckResponse: {
    operationId: 'text',
    checkErrors: 'CheckError[]',
    checkInfo: 'CheckInfo',
    quotaInfo: 'object',
    serviceConfigId: 'text',
    serviceRolloutId: 'text',
  },
  CheckError: { code: 'text', detail: 'text', subject: 'text', status: 'Status' },
  CheckInfo: {
    apiKeyUid: 'text',
    consumerInfo: 'ConsumerInfo',
    ignoreApiKeyUidAsCredentialId: 'boolean',
    unusedArguments: 'text[]',
  },
  ConsumerInfo: { consumerNumber: 'int64Text', projectNumber: 'int64Text', type: 'text' },
  ReportRequest: { operations: 'Operation[]', serviceConfigId: 'text' },
  ReportResponse: { reportErrors: 'ReportError[]', serviceConfigId: 'text', serviceRolloutId: 'text' },
  ReportError: { operationId: 'text', status: 'Status' },
  Status: { code: 'int32', message: 'text', details: 'object[]' },
  Operation: {
    operationId: 'text',
    operationName: 'text',
    consumerId: 'text',
    startTime: 'time',
    endTime: 'time',
    importance: 'Importance',
    labels: 'text{}',
    userLabels: 'text{}',
    metricValueSets: 'MetricValueSet[]',
    logEntries: 'object[]',
    quotaProperties: 'object',
    resources: 'object[]',
    traceSpans: 'object[]',
  },
  MetricValueSet: { metricName: 'text', metricValues: 'MetricValue[]' },
  MetricValue: {
    boolValue: 'boolean',
    int64Value: 'int64Text',
    doubleValue: 'double',
    stringValue: 'text',
    distributionValue: 'object',
    moneyValue: 'object',
    labels: 'text{}',
    startTime: 'time',
    endTime: 'time',
  },
} satisfies Facts['records'];

/** The interface for usage, version 1, as the vendor’s client describes it. */
export const usage = {
  operations,
  choices: { ...commonChoices, Importance: ['LOW', 'HIGH', 'DEBUG', 'PROMOTED'] },
  records,
} satisfies Facts;
