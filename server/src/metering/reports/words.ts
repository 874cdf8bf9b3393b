import { wordsOfCode } from '../../marketplaces/index.ts';
import type { Line } from './line-store.ts';

/** The stored parts of a verdict that rejects usage. */
type Cause = { code?: string | undefined; message?: string | undefined };
type Refusal = Cause & { kind: string; acceptedQuantity?: string | undefined };

/** Explains why a marketplace permanently rejected usage, with the next step for the seller. */
export function refusalWords({ kind, acceptedQuantity, ...cause }: Refusal, dimension: string): string {
  if (kind !== 'duplicateOther')
    return `The marketplace rejected usage of ${dimension}: ${causeWords(cause)} Fix the cause, then retry the report.`;
  const quantity = acceptedQuantity === undefined ? 'another quantity' : `the quantity ${acceptedQuantity}`;
  return `The marketplace has ${quantity} of ${dimension} for the hour, which cannot change. Retry the report to send the usage for another hour.`;
}

/** Builds the text of a cause. A code that the marketplace's message already contains is not repeated. */
function causeWords({ code = '', message = '' }: Cause): string {
  const sentence = message === '' || /[.!?]$/.test(message) ? message : `${message}.`;
  if (code === '' || message.includes(code)) return sentence || 'the marketplace gave no reason.';
  const words = wordsOfCode(code);
  const named = words ? `“${words}” (${code})` : code;
  return sentence === '' ? `${named}.` : `${named}: ${sentence}`;
}

export const heldWords = (dimension: string): string =>
  `It is unknown whether the marketplace accepted usage of ${dimension}, and a retry might count it twice. Check the ` +
  'usage at the marketplace, then resolve the report with the result.';

export const repeatWords = (refusal: Cause, dimension: string): string =>
  `The marketplace rejected usage of ${dimension}, but may have accepted an earlier attempt whose response was lost: ` +
  `${causeWords(refusal)} Check the usage at the marketplace, then resolve the report with the result.`;

/** Explains why a line is MISSED. A line without an open hour has its creation time as deadline. */
export const missedWords = ({
  dimension,
  deadline,
  creation_time: made,
}: Pick<Line, 'dimension' | 'deadline' | 'creation_time'>): string =>
  deadline !== null && new Date(deadline) <= new Date(made)
    ? `Usage of ${dimension} was not sent: no hour before the end of the agreement is open and free at the marketplace.`
    : `Usage of ${dimension} was not accepted in time. Retry the report to send the usage for an open hour.`;

/** Explains why a line failed. */
export const failureWords = (line: Line, verdict: Refusal | undefined): string =>
  line.state === 'REJECTED' && verdict ? refusalWords(verdict, line.dimension) : missedWords(line);
