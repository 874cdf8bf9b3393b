import type { JsonObject } from '../../specifications.ts';
import type { UsageRecord } from '../../usage.ts';

/** An operation of the usage interface: the usage of one metric in at most an hour. */
export type Operation = {
  operationId: string;
  operationName: string;
  consumerId: string;
  startTime: string;
  endTime: string;
  metricValueSets: readonly {
    metricName: string;
    metricValues: readonly ({ int64Value: string } | { doubleValue: number })[];
  }[];
};

export type OperationInput = {
  record: UsageRecord;
  serviceName: string;
  consumerId: string;
  /** End of the usage: the end of the hour, or of the entitlement. */
  endMs: number;
};

const hourMs = 3_600_000;
/** Longest time before the hour that is reported without usage; a longer one has no operations. */
const mostFilledHours = 31 * 24;

/**
 * Creates the operations of a record. The marketplace expects contiguous intervals of at most an hour, so the time
 * between the last report and the hour of the record gets operations without usage. The ids are the same for each
 * attempt. The usage is in the last operation.
 */
export function operationsOf(input: OperationInput): [...Operation[], Operation] {
  const { record, endMs } = input;
  const [sinceMs, startMs] = [Date.parse(record.since), Date.parse(record.hour)];
  const hours = Math.ceil((startMs - sinceMs) / hourMs);
  const gaps = hours > 0 && hours <= mostFilledHours ? hours : 0;
  const fillings = Array.from({ length: gaps }, (_, index): Operation => {
    const fromMs = sinceMs + index * hourMs;
    const untilMs = Math.min(fromMs + hourMs, startMs);
    return operation(input, `${record.key}.${index + 1}`, '0', [fromMs, untilMs]);
  });
  return [...fillings, operation(input, record.key, record.quantity, [Math.min(startMs, endMs - 1), endMs])];
}

function operation(
  { record, serviceName, consumerId }: OperationInput,
  operationId: string,
  quantity: string,
  [startMs, endMs]: readonly [startMs: number, endMs: number],
): Operation {
  const { dimension, valueType } = record;
  const metricName = dimension.startsWith(`${serviceName}/`) ? dimension : `${serviceName}/${dimension}`;
  const value =
    valueType === 'INT64'
      ? { int64Value: quantity.replace(/\.0+$/, '') }
      : ({ doubleValue: Number(quantity) } as const);
  return {
    operationId,
    operationName: dimension,
    consumerId,
    startTime: new Date(startMs).toISOString(),
    endTime: new Date(endMs).toISOString(),
    metricValueSets: [{ metricName, metricValues: [value] }],
  };
}

export type ReportError = { operationId?: string; status?: { code?: number; message?: string } };

/** Returns the request and the response of a record as fields of a report's info. */
export const mirrorOf = (operation: Operation | undefined, error: ReportError | undefined): JsonObject =>
  operation
    ? {
        mkCMeteringRequest: operation,
        mkCMeteringResponse: { reportErrors: error ? [errorShown(operation, error)] : [] },
      }
    : {};

const errorShown = ({ operationId }: Operation, { status }: ReportError) => ({
  operationId,
  status: { code: status?.code, message: status?.message },
});
