import { TradepostError } from '@tradepost/sdk';
import { tradepost } from '../../api.ts';
import { type LineProblem, problemsOf, readUsageFile, type UsageFile } from './csv-file.ts';

/** The number of record groups that the service validates in one request. */
const mostGroups = 1000;
/** The number of lines that are validated before the upload. */
export const mostValidated = 10_000;

export type CheckedFile = Omit<UsageFile, 'lines'> & { file: File; validated: number };

/** Reads a usage file, and asks the service for problems, without storing usage. */
export async function checkFile(orgId: string, file: File): Promise<CheckedFile> {
  const { lines, problems, ...rest } = readUsageFile(await file.text());
  const first = lines.slice(0, mostValidated);
  const found: LineProblem[] = [...problems];
  for (let at = 0; at < first.length; at += mostGroups) {
    const sent = first.slice(at, at + mostGroups);
    try {
      await tradepost.in(orgId).usageRecordGroups.batchValidate(sent.map(({ group }) => group));
    } catch (error) {
      if (!(error instanceof TradepostError) || error.errors.length === 0) throw error;
      found.push(...problemsOf(sent, error.errors));
    }
  }
  found.sort((one, other) => one.line - other.line);
  return { ...rest, file, problems: found, validated: first.length };
}
