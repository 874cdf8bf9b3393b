import type { AdapterRegistry } from '../../marketplaces/index.ts';
import { createCsvWriter, csvType } from '../../platform/csv/write.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import { idempotencyKeyOf } from '../../platform/http/idempotency.ts';
import {
  type Answer,
  type RouteRequest,
  route,
  type TakePart,
  TextParts,
} from '../../platform/http/route.ts';
import { checkFile, createParts, type FilePart } from '../ingest/index.ts';
import { UsageFileOutcome, UsageFileUpload } from '../records.ts';
import { groupsPerDay } from './report.ts';

const columns = [
  { name: 'line', description: 'The line of the file, from 1 on.', isNumber: true },
  { name: 'id', description: 'The record group; empty where the line is none.' },
  { name: 'status', description: 'How far it is.' },
  { name: 'reason', description: 'Why it is INVALID.' },
] as const;

type Stop = { line: number; code: string; detail: string };
type Counts = {
  read: number;
  created: number;
  repeated: number;
  invalid: number;
  skipped?: number;
  stopped?: Stop;
};

/** How the outcome is written: its beginning, each part, and its end. */
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
 * Takes a file, and answers what becomes of its lines while it does: a part is taken when the caller has the one before. A
 * refusal of the first part is that of the call; later ones end the outcome with what they say, and what was taken stays.
 */
async function takeFile(deps: Deps, take: TakePart, request: RouteRequest): Promise<Answer> {
  const { spool: file, headers, wantsCsv } = request;
  if (!file)
    throw invalid([{ pointer: '/file', message: 'is required: a part of the form with a file name' }]);
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

/** Reporting usage by a file. */
export const uploadRoutes = (deps: Deps) => [
  route({
    method: 'POST',
    path: '/org/{orgId}/usageRecordGroup/csv',
    operationId: 'uploadUsageRecordGroups',
    group: 'Metering',
    summary: 'Report usage by a CSV file',
    description:
      'A form (multipart/form-data) with a file: UTF-8, commas between cells, a first line with the names of the columns. ' +
      '`entitlementID`, or `customerId` of the buyer and `productID`, say of what it was used; `dimension` and `quantity`, or ' +
      'a column `records.<dimension>` for each dimension, how much; `timestamp` when; `id` the record group. What is no CSV ' +
      'or has a wrong first line is a 400, and nothing is taken. Else each line is judged for itself, 1,000 lines in a ' +
      'transaction, and the answer says what became of each. The same lines may be sent once more: a line without an `id` ' +
      'has one that follows from what it says (sale, `timestamp`, quantities) and from how many equal lines stand before it ' +
      'in the file, so that nothing counts twice, whatever program saved the file (R60). Usage that is new but says the same ' +
      'as a line of an earlier file needs a `timestamp` or an `id` of its own, or an `Idempotency-Key` of its file; ' +
      '`repeated` counts the lines that were reported before. Blank rows at the end of a file are skipped.',
    access: 'metering:write',
    bodyFormat: 'form',
    spools: true,
    body: UsageFileUpload,
    bodyRequired: true,
    example: { file: 'id,entitlementID,timestamp,dimension,quantity' },
    response: UsageFileOutcome,
    responseDescription: 'What became of each line, as far as the file was read',
    responseExample: {
      lines: [
        { line: 2, id: '019b2f3a-7c1e-7d52-9a41-3f0c8e5b6d70', status: 'CREATED' },
        { line: 3, status: 'INVALID', reason: 'quantity: must be a number from 0, with a point' },
      ],
      read: 2,
      created: 1,
      repeated: 0,
      invalid: 1,
    },
    csv: columns,
    quota: groupsPerDay,
    repeatsAlike: true,
    run: { kind: 'parts', handle: (take, request) => takeFile(deps, take, request) },
  }),
];
