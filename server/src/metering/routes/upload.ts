import type { AdapterRegistry } from '../../marketplaces/index.ts';
import { createCsvWriter, csvType } from '../../platform/csv/write.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import { idempotencyKeyOf } from '../../platform/http/idempotency.ts';
import { idempotent } from '../../platform/http/rare.ts';
import { type Answer, type RouteRequest, type RunPart, route, TextParts } from '../../platform/http/route.ts';
import { checkFile, createParts, type FilePart } from '../ingest/index.ts';
import { UsageFileOutcome, UsageFileUpload } from '../records.ts';
import { groupsPerDay } from './report.ts';

const columns = [
  { name: 'line', description: 'Line number in the file, starting at 1.', isNumber: true },
  { name: 'id', description: 'Id of the record group; empty if the line is not valid.' },
  { name: 'status', description: 'Status.' },
  { name: 'reason', description: 'Reason for the status INVALID.' },
] as const;

type Stop = { line: number; code: string; detail: string };
type Counts = {
  read: number;
  created: number;
  repeated: number;
  invalid: number;
  skipped?: number;
  hint?: string;
  stopped?: Stop;
};

/** Builds the warning about repeated lines, which may be new usage with the content of earlier usage. */
const repeatsHint = (lines: number): string =>
  `${lines === 1 ? '1 repeated line has' : `${lines} repeated lines have`} neither an id nor a timestamp, and equal lines were ` +
  'reported before. Repeated lines do not count again. To report new usage, add a timestamp or an id.';

/** The writer of a response format: its beginning, each part, and its end. */
type Writer = {
  type: string;
  begin: string;
  lines(part: FilePart, isFirst: boolean): string;
  end(counts: Counts): string;
};

const asJson: Writer = {
  type: 'application/json; charset=utf-8',
  begin: '{"lines":[',
  lines: (part, isFirst) =>
    part
      .map(({ line, id, status, reason }, index) => {
        const text = JSON.stringify({ line, id, status, reason: reason ?? undefined });
        return isFirst && index === 0 ? text : `,${text}`;
      })
      .join(''),
  end: (counts) => `],${JSON.stringify(counts).slice(1)}`,
};

function asCsv(): Writer {
  const { header, lines, end } = createCsvWriter(columns);
  return {
    type: csvType,
    begin: header(),
    lines: (part) => lines(part.map(({ line, id, status, reason }) => [line, id, status, reason])),
    end: ({ read, stopped }) =>
      stopped ? lines([['#stopped', String(stopped.line), stopped.code, stopped.detail]]) : end(read),
  };
}

function count(counts: Counts, part: FilePart): void {
  for (const { status, isNew } of part) {
    counts.read++;
    if (status === 'INVALID') counts.invalid++;
    else if (isNew) counts.created++;
    else counts.repeated++;
  }
}

/**
 * Stores a file and streams the outcomes of its lines. Each part is stored after the caller has read the
 * previous outcomes. If the first part is rejected, the call fails with its error. A later error ends the
 * response; lines that are already stored remain.
 */
async function takeFile(deps: Deps, take: RunPart, request: RouteRequest): Promise<Answer> {
  const { spool: file, headers, wantsCsv } = request;
  if (!file) throw invalid([{ pointer: '/file', message: 'is required: a form part with a file name' }]);
  const header = await checkFile(file);
  const key = idempotencyKeyOf(headers['idempotency-key']);
  const parts = createParts(deps, take, { file, header, key });
  const writer = wantsCsv ? asCsv() : asJson;
  const counts: Counts = { read: 0, created: 0, repeated: 0, invalid: 0 };
  let lastLine = 1;
  let isEnded = false;
  const print = (part: FilePart | undefined): string => {
    isEnded = part === undefined;
    if (!part && !counts.stopped && parts.blankRows() > 0) counts.skipped = parts.blankRows();
    if (!part && parts.unmarkedRepeats() > 0) counts.hint = repeatsHint(parts.unmarkedRepeats());
    if (!part) return writer.end(counts);
    const isFirst = counts.read === 0;
    count(counts, part);
    lastLine = part.at(-1)?.line ?? lastLine;
    return writer.lines(part, isFirst);
  };
  const first = print(await parts.next());
  const next = async (): Promise<string | undefined> => {
    if (isEnded) return undefined;
    try {
      return print(await parts.next());
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      counts.stopped = { line: lastLine + 1, code: error.definition.code, detail: error.message };
      return print(undefined);
    }
  };
  return {
    headers: { 'content-type': writer.type },
    body: new TextParts(`${writer.begin}${first}`, next),
  };
}

type Deps = { registry: AdapterRegistry };

/** Returns the route that reports usage in a file. */
export const uploadRoutes = (deps: Deps) => [
  idempotent(
    route({
      method: 'POST',
      path: '/org/{orgId}/usageRecordGroup/csv',
      operationId: 'uploadUsageRecordGroups',
      group: 'Metering',
      summary: 'Report usage in a CSV file',
      description:
        'A form (multipart/form-data) with a CSV file: UTF-8, cells separated by commas, and a header line ' +
        'with column names. `entitlementID`, or `customerId` of the buyer and `productID`, identifies the ' +
        'entitlement; `dimension` and `quantity`, or a column `records.<dimension>` for each dimension, the ' +
        'usage; `timestamp` the time of use; `id` the record group. A file that is not CSV or has an invalid ' +
        'header is rejected (400). Otherwise each line is validated separately, 1,000 lines per transaction, ' +
        'and the response contains each outcome. A file can be sent again: the id of a line without an `id` is ' +
        'derived from its content (entitlement, `timestamp`, quantities) and from the number of equal lines ' +
        'before it in the file, so that usage is counted once, whichever program saved the file (R60). New usage ' +
        'with the same content as a line of an earlier file needs its own `timestamp` or `id`, or an ' +
        '`Idempotency-Key` for the file; `repeated` counts the lines that were reported before. Blank rows at ' +
        'the end of a file are skipped.',
      access: 'metering:write',
      bodyFormat: { type: 'form', onDisk: true },
      body: UsageFileUpload,
      example: { file: 'id,entitlementID,timestamp,dimension,quantity' },
      response: UsageFileOutcome,
      responseDescription: 'Outcome of each processed line',
      responseExample: {
        lines: [
          { line: 2, id: '019b2f3a-7c1e-7d52-9a41-3f0c8e5b6d70', status: 'CREATED' },
          {
            line: 3,
            status: 'INVALID',
            reason: 'quantity: must be a number of at least 0, with a point as ' + 'decimal separator',
          },
        ],
        read: 2,
        created: 1,
        repeated: 0,
        invalid: 1,
      },
      csv: columns,
      quota: groupsPerDay,
      run: { kind: 'batch', parts: (take, request) => takeFile(deps, take, request) },
    }),
  ),
];
