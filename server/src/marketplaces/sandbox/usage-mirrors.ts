import type { JsonObject } from '../specifications.ts';
import type { UsageRecord, UsageVerdict } from '../usage.ts';
import { endOf } from './usage-rules.ts';

type Mirror = (record: UsageRecord, verdict: UsageVerdict, now: Date) => JsonObject;

/** Returns the status value for a verdict, for marketplaces with a status for each record. */
const statusOf = (verdict: UsageVerdict, words: { accepted: string; duplicate: string }): string => {
  if (verdict.kind === 'accepted') return words.accepted;
  if (verdict.kind === 'duplicateSame' || verdict.kind === 'duplicateOther') return words.duplicate;
  return verdict.kind === 'unknown' ? 'Unknown' : verdict.code;
};
const receiptOf = (verdict: UsageVerdict) => ('externalId' in verdict ? verdict.externalId : undefined);
const refusalOf = (verdict: UsageVerdict) =>
  'code' in verdict ? { code: verdict.code, message: verdict.message } : undefined;

const mkA: Mirror = (record, verdict) => {
  const usageRecord = {
    customerIdentifier: record.externalBuyerId,
    dimension: record.dimension,
    quantity: Number(record.quantity),
    timestamp: record.hour,
  };
  const result = {
    meteringRecordId: receiptOf(verdict),
    status: statusOf(verdict, { accepted: 'Success', duplicate: 'DuplicateRecord' }),
    usageRecord,
  };
  return {
    mkAMeteringRequest: {
      ProductCode: record.externalProductId,
      UsageRecords: [
        {
          CustomerIdentifier: record.externalBuyerId,
          Dimension: record.dimension,
          Quantity: Number(record.quantity),
          Timestamp: record.hour,
        },
      ],
    },
    mkAMeteringResponse:
      verdict.kind === 'retry' ? { unprocessedRecords: [usageRecord] } : { results: [result] },
  };
};

const mkB: Mirror = (record, verdict, now) => {
  const event = {
    resourceId: record.agreementId,
    dimension: record.dimension,
    quantity: Number(record.quantity),
    effectiveStartTime: record.hour,
    planId: record.planId,
  };
  const isDuplicate = verdict.kind === 'duplicateSame' || verdict.kind === 'duplicateOther';
  const accepted = verdict.kind === 'duplicateOther' ? Number(verdict.acceptedQuantity) : event.quantity;
  const acceptedMessage = {
    ...event,
    quantity: accepted,
    usageEventId: receiptOf(verdict),
    status: 'Accepted',
  };
  const error = isDuplicate
    ? { code: 'Conflict', message: 'This usage event already exist.', additionalInfo: { acceptedMessage } }
    : refusalOf(verdict);
  return {
    mkBMeteringRequest: { request: [event] },
    mkBMeteringResponse: {
      result: [
        {
          ...event,
          status: statusOf(verdict, { accepted: 'Accepted', duplicate: 'Duplicate' }),
          messageTime: now.toISOString(),
          usageEventId: receiptOf(verdict),
          error,
        },
      ],
    },
  };
};

const mkC: Mirror = (record, verdict) => {
  const value =
    record.valueType === 'INT64' ? { int64Value: record.quantity } : { doubleValue: Number(record.quantity) };
  const status = refusalOf(verdict);
  return {
    mkCMeteringRequest: {
      operationId: record.key,
      operationName: record.dimension,
      consumerId: record.agreementId,
      startTime: record.since,
      endTime: endOf(record).toISOString(),
      metricValueSets: [{ metricName: record.dimension, metricValues: [value] }],
    },
    mkCMeteringResponse: {
      reportErrors: status
        ? [{ operationId: record.key, status: { code: 3, message: `${status.code}: ${status.message}` } }]
        : [],
    },
  };
};

const mkD: Mirror = (record, verdict) => ({
  mkDMeteringRequest: {
    Metering: JSON.stringify([
      {
        InstanceId: record.agreementId,
        StartTime: Date.parse(record.hour) / 1000,
        EndTime: endOf(record).getTime() / 1000,
        Entities: [{ Key: record.dimension, Value: record.quantity }],
      },
    ]),
  },
  mkDMeteringResponse: { RequestId: receiptOf(verdict), Success: verdict.kind === 'accepted' },
});

const mirrors: Readonly<Record<string, Mirror>> = { MKA: mkA, MKB: mkB, MKC: mkC, MKD: mkD };

/** Derives the info of a report for a sent record; undefined if the schema has no fields for it. */
export const usageMirror = (
  partner: string,
  record: UsageRecord,
  verdict: UsageVerdict,
  now: Date,
): JsonObject => mirrors[partner]?.(record, verdict, now) ?? {};
