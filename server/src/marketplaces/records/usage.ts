import {
  codeText,
  decimal,
  flag,
  givenTime,
  idText,
  list,
  mapOf,
  of,
  openEnum,
  record,
  text,
  whole,
} from '../../platform/records/fields.ts';

const tagsOf = (name: string, keyName: string, valueName: string) =>
  record(name, 'A word that usage is split by, and its value.', {
    [keyName]: codeText('The word.'),
    [valueName]: text('Its value.'),
  });

export const MkAMeteringTag = tagsOf('MkAMeteringTag', 'Key', 'Value');
export const MkAMeteringUsageAllocation = record('MkAMeteringUsageAllocation', 'A part of a quantity.', {
  AllocatedUsageQuantity: whole('Units of it.'),
  Tags: list(MkAMeteringTag, 'What the part is of.'),
});
export const MkAMeteringUsageRecord = record('MkAMeteringUsageRecord', 'Usage as marketplace A is sent it.', {
  CustomerIdentifier: idText('Customer there.'),
  Dimension: codeText('Dimension.'),
  Quantity: whole('Whole units.'),
  Timestamp: givenTime('Hour of use.'),
  UsageAllocations: list(MkAMeteringUsageAllocation, 'Parts of the quantity.'),
});
export const MkAMeteringBatchMeterUsageInput = record(
  'MkAMeteringBatchMeterUsageInput',
  'What marketplace A was sent of a report.',
  {
    ProductCode: codeText('Product there.'),
    UsageRecords: list(MkAMeteringUsageRecord, 'The usage.'),
  },
);

export const MkAMeteringSdkTag = tagsOf('MkAMeteringSdkTag', 'key', 'value');
export const MkASdkTypesUsageAllocation = record('MkASdkTypesUsageAllocation', 'A part of a quantity.', {
  allocatedUsageQuantity: whole('Units of it.'),
  tags: list(MkAMeteringSdkTag, 'What the part is of.'),
});
export const MkASdkTypesUsageRecord = record('MkASdkTypesUsageRecord', 'Usage as marketplace A repeats it.', {
  customerIdentifier: idText('Customer there.'),
  dimension: codeText('Dimension.'),
  quantity: whole('Whole units.'),
  timestamp: givenTime('Hour of use.'),
  usageAllocations: list(MkASdkTypesUsageAllocation, 'Parts of the quantity.'),
});
export const MkASdkTypesUsageRecordResult = record(
  'MkASdkTypesUsageRecordResult',
  'What marketplace A made of one record.',
  {
    meteringRecordId: idText('Its receipt.'),
    status: openEnum('Its verdict.', ['Success', 'CustomerNotSubscribed', 'DuplicateRecord']),
    usageRecord: of(MkASdkTypesUsageRecord, 'The usage.'),
  },
);
export const MkAMiddlewareMetadata = record('MkAMiddlewareMetadata', 'Nothing that is kept.', {});
export const MkASdkBatchMeterUsageOutput = record(
  'MkASdkBatchMeterUsageOutput',
  'What marketplace A answered of a report.',
  {
    resultMetadata: of(MkAMiddlewareMetadata, 'Nothing that is kept.'),
    results: list(MkASdkTypesUsageRecordResult, 'Its verdicts.'),
    unprocessedRecords: list(MkASdkTypesUsageRecord, 'What it did not look at.'),
  },
);

const eventOfB = {
  dimension: codeText('Dimension.'),
  effectiveStartTime: givenTime('Hour of use.'),
  planId: codeText('Plan there.'),
  quantity: decimal('Units.'),
  resourceId: idText('Subscription there.'),
  resourceUri: text('The resource of it.'),
};
export const MkBMeteringUsageEvent = record(
  'MkBMeteringUsageEvent',
  'Usage as marketplace B is sent it.',
  eventOfB,
);
export const MkBMeteringBatchUsageEvent = record(
  'MkBMeteringBatchUsageEvent',
  'What marketplace B was sent of a report.',
  { request: list(MkBMeteringUsageEvent, 'The usage.') },
);

const answeredByB = {
  ...eventOfB,
  messageTime: givenTime('When it answered.'),
  status: openEnum('Its verdict.', [
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
  usageEventId: idText('Its receipt.'),
};
export const MkBMeteringSdkUsageEventOkResponse = record(
  'MkBMeteringSdkUsageEventOkResponse',
  'Usage that marketplace B has accepted before.',
  answeredByB,
);
export const MkBMeteringSdkUsageEventConflictResponseAdditionalInfo = record(
  'MkBMeteringSdkUsageEventConflictResponseAdditionalInfo',
  'What marketplace B says of a duplicate.',
  { acceptedMessage: of(MkBMeteringSdkUsageEventOkResponse, 'What it has accepted.') },
);
export const MkBMeteringSdkUsageEventConflictResponse = record(
  'MkBMeteringSdkUsageEventConflictResponse',
  'Why marketplace B did not accept usage.',
  {
    additionalInfo: of(MkBMeteringSdkUsageEventConflictResponseAdditionalInfo, 'What it has of the hour.'),
    code: codeText('Its code.'),
    message: text('Its text.'),
  },
);
export const MkBMeteringSdkUsageBatchEventOkMessage = record(
  'MkBMeteringSdkUsageBatchEventOkMessage',
  'What marketplace B made of one event.',
  { ...answeredByB, error: of(MkBMeteringSdkUsageEventConflictResponse, 'Why it did not accept it.') },
);
export const MkBMeteringSdkBatchUsageEventOkResponse = record(
  'MkBMeteringSdkBatchUsageEventOkResponse',
  'What marketplace B answered of a report.',
  {
    count: whole('How many events it says that there are.'),
    result: list(MkBMeteringSdkUsageBatchEventOkMessage, 'Its verdicts.'),
  },
);

export const MkCMeteringMoney = record('MkCMeteringMoney', 'An amount of money at marketplace C.', {
  currencyCode: codeText('Currency.'),
  nanos: whole('Billionths.'),
  units: codeText('Whole units, as text.'),
});
const labels = mapOf(text('Value.'), 'Labels.');
export const MkCMeteringMetricValue = record('MkCMeteringMetricValue', 'A quantity at marketplace C.', {
  boolValue: flag('As a flag.'),
  doubleValue: decimal('As a number.'),
  endTime: givenTime('End of its time.'),
  int64Value: codeText('As whole units, in digits.'),
  labels,
  moneyValue: of(MkCMeteringMoney, 'As an amount.'),
  startTime: givenTime('Start of its time.'),
  stringValue: text('As text.'),
});
export const MkCMeteringMetricValueSet = record('MkCMeteringMetricValueSet', 'Quantities of a metric.', {
  metricName: codeText('Metric.'),
  metricValues: list(MkCMeteringMetricValue, 'Its quantities.'),
});
export const MkCMeteringOperation = record(
  'MkCMeteringOperation',
  'What marketplace C was sent of a report: metrics of all its operations, and else the last of these.',
  {
    consumerId: idText('Consumer there.'),
    endTime: givenTime('End of the use.'),
    labels,
    metricValueSets: list(MkCMeteringMetricValueSet, 'The usage.'),
    operationId: idText('Identity by which it finds duplicates.'),
    operationName: codeText('Operation.'),
    startTime: givenTime('Start of the use.'),
  },
);
export const MkCServiceControlStatus = record('MkCServiceControlStatus', 'An error of marketplace C.', {
  code: whole('Its code.'),
  details: list(list(whole('A byte.'), 'Bytes.'), 'Details, as bytes.'),
  message: text('Its text.'),
});
export const MkCServiceControlReportError = record(
  'MkCServiceControlReportError',
  'An operation that marketplace C did not take.',
  {
    operationId: idText('The operation.'),
    status: of(MkCServiceControlStatus, 'Why.'),
  },
);
export const MkCServiceControlReportResponse = record(
  'MkCServiceControlReportResponse',
  'What marketplace C answered of a report.',
  {
    reportErrors: list(MkCServiceControlReportError, 'What it did not take.'),
    serviceConfigId: idText('Configuration there.'),
    serviceRolloutId: idText('Its rollout.'),
  },
);

export const MkDClientPushMeteringDataRequest = record(
  'MkDClientPushMeteringDataRequest',
  'What marketplace D was sent of a report: the last call.',
  { Metering: text('The usage, as JSON.') },
);
export const MkDClientPushMeteringDataResponseBody = record(
  'MkDClientPushMeteringDataResponseBody',
  'What marketplace D answered.',
  { RequestId: idText('Its receipt.'), Success: flag('Whether it has taken the call.') },
);
