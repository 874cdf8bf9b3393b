import {
  codeText,
  decimal,
  fieldOf,
  flag,
  givenTime,
  idText,
  integer,
  list,
  mapOf,
  openEnum,
  record,
  text,
} from '../../platform/records/fields.ts';

const tagsOf = (name: string, keyName: string, valueName: string) =>
  record(name, 'A tag by which usage is split.', {
    [keyName]: codeText('Key of the tag.'),
    [valueName]: text('Value of the tag.'),
  });

export const MkAMeteringTag = tagsOf('MkAMeteringTag', 'Key', 'Value');
export const MkAMeteringUsageAllocation = record(
  'MkAMeteringUsageAllocation',
  'A part of a reported quantity.',
  {
    AllocatedUsageQuantity: integer('Units of the part.'),
    Tags: list(MkAMeteringTag, 'Tags of the part.'),
  },
);
export const MkAMeteringUsageRecord = record(
  'MkAMeteringUsageRecord',
  'A usage record in a request to marketplace A.',
  {
    CustomerIdentifier: idText('Customer on the marketplace.'),
    Dimension: codeText('Dimension.'),
    Quantity: integer('Whole units.'),
    Timestamp: givenTime('Hour of the usage.'),
    UsageAllocations: list(MkAMeteringUsageAllocation, 'Parts of the quantity.'),
  },
);
export const MkAMeteringBatchMeterUsageInput = record(
  'MkAMeteringBatchMeterUsageInput',
  'Request to marketplace A for a report.',
  {
    ProductCode: codeText('Product on the marketplace.'),
    UsageRecords: list(MkAMeteringUsageRecord, 'The usage.'),
  },
);

export const MkAMeteringSdkTag = tagsOf('MkAMeteringSdkTag', 'key', 'value');
export const MkASdkTypesUsageAllocation = record(
  'MkASdkTypesUsageAllocation',
  'A part of a reported quantity.',
  {
    allocatedUsageQuantity: integer('Units of the part.'),
    tags: list(MkAMeteringSdkTag, 'Tags of the part.'),
  },
);
export const MkASdkTypesUsageRecord = record(
  'MkASdkTypesUsageRecord',
  'A usage record in a response of marketplace A.',
  {
    customerIdentifier: idText('Customer on the marketplace.'),
    dimension: codeText('Dimension.'),
    quantity: integer('Whole units.'),
    timestamp: givenTime('Hour of the usage.'),
    usageAllocations: list(MkASdkTypesUsageAllocation, 'Parts of the quantity.'),
  },
);
export const MkASdkTypesUsageRecordResult = record(
  'MkASdkTypesUsageRecordResult',
  'Result of one record at marketplace A.',
  {
    meteringRecordId: idText('Receipt from the marketplace.'),
    status: openEnum('Result from the marketplace.', ['Success', 'CustomerNotSubscribed', 'DuplicateRecord']),
    usageRecord: fieldOf(MkASdkTypesUsageRecord, 'The usage.'),
  },
);
export const MkAMiddlewareMetadata = record('MkAMiddlewareMetadata', 'Response metadata, always empty.', {});
export const MkASdkBatchMeterUsageOutput = record(
  'MkASdkBatchMeterUsageOutput',
  'Response of marketplace A to a report.',
  {
    resultMetadata: fieldOf(MkAMiddlewareMetadata, 'Response metadata, always empty.'),
    results: list(MkASdkTypesUsageRecordResult, 'Results from the marketplace.'),
    unprocessedRecords: list(MkASdkTypesUsageRecord, 'Records that the marketplace did not process.'),
  },
);

const eventOfB = {
  dimension: codeText('Dimension.'),
  effectiveStartTime: givenTime('Hour of the usage.'),
  planId: codeText('Plan on the marketplace.'),
  quantity: decimal('Units.'),
  resourceId: idText('Subscription on the marketplace.'),
  resourceUri: text('Resource of the subscription.'),
};
export const MkBMeteringUsageEvent = record(
  'MkBMeteringUsageEvent',
  'A usage event in a request to marketplace B.',
  eventOfB,
);
export const MkBMeteringBatchUsageEvent = record(
  'MkBMeteringBatchUsageEvent',
  'Request to marketplace B for a report.',
  { request: list(MkBMeteringUsageEvent, 'The usage.') },
);

const answeredByB = {
  ...eventOfB,
  messageTime: givenTime('Time of the response.'),
  status: openEnum('Result from the marketplace.', [
    'Accepted',
    'Expired',
    'Duplicate',
    'Error',
    'ResourceNotFound',
    'ResourceNotAuthorized',
    'InvalidDimension',
    'InvalidQuantity',
    'BadArgument',
  ]),
  usageEventId: idText('Receipt from the marketplace.'),
};
export const MkBMeteringSdkUsageEventOkResponse = record(
  'MkBMeteringSdkUsageEventOkResponse',
  'A usage event that marketplace B accepted earlier.',
  answeredByB,
);
export const MkBMeteringSdkUsageEventConflictResponseAdditionalInfo = record(
  'MkBMeteringSdkUsageEventConflictResponseAdditionalInfo',
  'Details of marketplace B about a duplicate.',
  { acceptedMessage: fieldOf(MkBMeteringSdkUsageEventOkResponse, 'The accepted event.') },
);
export const MkBMeteringSdkUsageEventConflictResponse = record(
  'MkBMeteringSdkUsageEventConflictResponse',
  'Error with which marketplace B rejected usage.',
  {
    additionalInfo: fieldOf(
      MkBMeteringSdkUsageEventConflictResponseAdditionalInfo,
      'Accepted event of the same hour.',
    ),
    code: codeText('Error code.'),
    message: text('Error message.'),
  },
);
export const MkBMeteringSdkUsageBatchEventOkMessage = record(
  'MkBMeteringSdkUsageBatchEventOkMessage',
  'Result of one event at marketplace B.',
  {
    ...answeredByB,
    error: fieldOf(MkBMeteringSdkUsageEventConflictResponse, 'Error, if the event was rejected.'),
  },
);
export const MkBMeteringSdkBatchUsageEventOkResponse = record(
  'MkBMeteringSdkBatchUsageEventOkResponse',
  'Response of marketplace B to a report.',
  {
    count: integer('Number of events in the response.'),
    result: list(MkBMeteringSdkUsageBatchEventOkMessage, 'Results from the marketplace.'),
  },
);

export const MkCMeteringMoney = record('MkCMeteringMoney', 'An amount of money at marketplace C.', {
  currencyCode: codeText('Currency.'),
  nanos: integer('Billionths.'),
  units: codeText('Whole units, as text.'),
});
const labels = mapOf(text('Value.'), 'Labels.');
export const MkCMeteringMetricValue = record(
  'MkCMeteringMetricValue',
  'A metric value at marketplace C, in the field of its type.',
  {
    boolValue: flag('Value of the type boolean.'),
    doubleValue: decimal('Value of the type number.'),
    endTime: givenTime('End of the value’s period.'),
    int64Value: codeText('Value of the type integer, in digits.'),
    labels,
    moneyValue: fieldOf(MkCMeteringMoney, 'Value of the type money.'),
    startTime: givenTime('Start of the value’s period.'),
    stringValue: text('Value of the type text.'),
  },
);
export const MkCMeteringMetricValueSet = record('MkCMeteringMetricValueSet', 'Values of a metric.', {
  metricName: codeText('Metric.'),
  metricValues: list(MkCMeteringMetricValue, 'Values of the metric.'),
});
export const MkCMeteringOperation = record(
  'MkCMeteringOperation',
  'Request to marketplace C for a report: the metrics of all operations, and the other fields of the last operation.',
  {
    consumerId: idText('Consumer on the marketplace.'),
    endTime: givenTime('End of the usage period.'),
    labels,
    metricValueSets: list(MkCMeteringMetricValueSet, 'The usage.'),
    operationId: idText('Identifier by which the marketplace detects duplicates.'),
    operationName: codeText('Operation.'),
    startTime: givenTime('Start of the usage period.'),
  },
);
export const MkCServiceControlStatus = record('MkCServiceControlStatus', 'An error of marketplace C.', {
  code: integer('Error code.'),
  details: list(list(integer('A byte.'), 'Bytes.'), 'Error details, as bytes.'),
  message: text('Error message.'),
});
export const MkCServiceControlReportError = record(
  'MkCServiceControlReportError',
  'An operation that marketplace C rejected.',
  {
    operationId: idText('Identifier of the operation.'),
    status: fieldOf(MkCServiceControlStatus, 'Error with which the operation was rejected.'),
  },
);
export const MkCServiceControlReportResponse = record(
  'MkCServiceControlReportResponse',
  'Response of marketplace C to a report.',
  {
    reportErrors: list(MkCServiceControlReportError, 'Operations that the marketplace rejected.'),
    serviceConfigId: idText('Configuration of the service on the marketplace.'),
    serviceRolloutId: idText('Rollout of the service on the marketplace.'),
  },
);

export const MkDClientPushMeteringDataRequest = record(
  'MkDClientPushMeteringDataRequest',
  'Request to marketplace D for a report: the last call.',
  { Metering: text('The usage, as JSON.') },
);
export const MkDClientPushMeteringDataResponseBody = record(
  'MkDClientPushMeteringDataResponseBody',
  'Response of marketplace D.',
  {
    RequestId: idText('Receipt from the marketplace.'),
    Success: flag('Whether the marketplace accepted the call.'),
  },
);
