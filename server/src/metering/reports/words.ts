import { wordsOfCode } from '../../marketplaces/index.ts';
import type { Line } from './line-store.ts';

/** What is kept of a verdict that refuses. */
type Cause = { code?: string | undefined; message?: string | undefined };
type Refusal = Cause & { kind: string; acceptedQuantity?: string | undefined };

/** Says in words why a marketplace refused usage for good. */
export function refusalWords({ kind, acceptedQuantity, ...cause }: Refusal, dimension: string): string {
  if (kind !== 'duplicateOther') return `The marketplace refused usage of ${dimension}: ${causeWords(cause)}`;
  const quantity = acceptedQuantity === undefined ? 'another quantity' : `the quantity ${acceptedQuantity}`;
  return `The marketplace has ${quantity} of ${dimension} for the hour, which stays.`;
}

/** A code that the marketplace's own words name already is not said twice. */
function causeWords({ code = '', message = '' }: Cause): string {
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  if (code === '' || message.includes(code)) return sentence;
  const words = wordsOfCode(code);
  return `${words ? `“${words}” (${code})` : code}: ${sentence}`;
}

export const heldWords = (dimension: string): string =>
  `It is not known whether the marketplace took usage of ${dimension}, and it might count twice if it were sent again. Look ` +
  'there, then say by resolve what became of it.';

export const repeatWords = (refusal: Cause, dimension: string): string =>
  `The marketplace refused usage of ${dimension} that it may have taken before, when its answer was lost: ` +
  `${causeWords(refusal)} Look there, then say by resolve what became of it.`;

/** The run gives no time to what no hour was left for. */
export const missedWords = ({
  dimension,
  deadline,
  creation_time: made,
}: Pick<Line, 'dimension' | 'deadline' | 'creation_time'>): string =>
  deadline !== null && new Date(deadline) <= new Date(made)
    ? `Usage of ${dimension} was not sent: of the hours until the end, its marketplace takes none that is free.`
    : `Usage of ${dimension} was not taken in time: retry it for an hour that is open.`;

/** Says in words why a line that was given up failed. */
export const failureWords = (line: Line, verdict: Refusal | undefined): string =>
  line.state === 'REJECTED' && verdict ? refusalWords(verdict, line.dimension) : missedWords(line);
