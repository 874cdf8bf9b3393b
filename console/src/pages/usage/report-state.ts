import type { MeteringUsageRecordReport } from '@tradepost/sdk';

/** Returns whether the outcome of usage at the marketplace is unknown, so that a person must check it. */
export const isHeld = ({ status, message = '' }: MeteringUsageRecordReport): boolean =>
  status !== 'SUCCESS' && /\bthen resolve the report\b/.test(message);

/** Returns the state of a report as a code for `Status`. */
export function stateOfReport(report: MeteringUsageRecordReport): string {
  if (isHeld(report)) return 'WAITING_FOR_A_CHECK';
  if (report.status === 'CREATED') return 'PENDING';
  return report.status === 'SUCCESS' ? 'ACCEPTED' : (report.status ?? '');
}

export type ReportLine = {
  dimension: string;
  used: number | undefined;
  included: number | undefined;
  credit: number | undefined;
  reported: number | undefined;
  unitPrice: number | undefined;
  /** The marketplace's result for the dimension, in its own words. */
  verdict: string | undefined;
};

type Numbers = Readonly<Record<string, number | null>> | undefined;

/** Returns the lines of a report, one for each dimension, with the marketplace's verdict. */
export function linesOfReport({ info = {} }: MeteringUsageRecordReport): ReportLine[] {
  const tables: Numbers[] = [info.reportedRecords, info.includedRecords, info.creditRecords];
  const dimensions = [...new Set(tables.flatMap((table) => Object.keys(table ?? {})))];
  const at = (table: Numbers, dimension: string) => table?.[dimension] ?? undefined;
  return dimensions.map((dimension) => ({
    dimension,
    used: at(info.recordsToReportBeforeAdjustmentAtListPrice, dimension),
    included: at(info.includedRecords, dimension),
    credit: at(info.creditRecords, dimension),
    reported: at(info.reportedRecords, dimension),
    unitPrice: at(info.dimensionUnitPrice, dimension),
    verdict: verdictOf(info, dimension),
  }));
}

function verdictOf(
  { mkAMeteringResponse, mkBMeteringResponse }: NonNullable<MeteringUsageRecordReport['info']>,
  dimension: string,
): string | undefined {
  const ofA = mkAMeteringResponse?.results?.find(({ usageRecord }) => usageRecord?.dimension === dimension);
  const ofB = mkBMeteringResponse?.result?.find((one) => one.dimension === dimension);
  return ofA?.status ?? ofB?.status;
}

/** Returns the request to the marketplace and its response, in the marketplace's own format. */
export function exchangeOf({ info = {} }: MeteringUsageRecordReport) {
  const part = (suffix: string) =>
    Object.entries(info).find(([name, value]) => name.endsWith(suffix) && value)?.[1] as unknown;
  return { request: part('MeteringRequest'), response: part('MeteringResponse') };
}
