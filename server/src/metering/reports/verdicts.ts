import type { UsageAnswer, UsageCapabilities, UsageVerdict } from '../../marketplaces/index.ts';
import { bisect } from './batches.ts';
import { heldWords, refusalWords, repeatWords } from './words.ts';

/** The outcome of a line, derived from its verdict. */
export type Outcome = {
  state: 'ACCEPTED' | 'REJECTED' | 'WAITING' | 'UNKNOWN';
  /** Time of the next attempt; null if the line is retried immediately or not at all. */
  dueTime: Date | null;
  externalId: string | null;
  /** Stored parts of the verdict. */
  kept: StoredVerdict;
  /** Alert message. */
  alert?: string;
};

export type StoredVerdict = {
  kind: UsageVerdict['kind'] | 'refused';
  code?: string | undefined;
  message?: string | undefined;
  acceptedQuantity?: string | undefined;
  part?: string | undefined;
  isEnded?: true | undefined;
  /** The marketplace’s records in its own format, by field of a report’s info. */
  mirror?: Readonly<Record<string, unknown>> | undefined;
};

/**
 * Computes the wait before the next attempt: 5 s after the first attempt, tripled after each further attempt,
 * up to ten minutes.
 */
export const waitSeconds = (attempts: number): number => Math.min(600, 5 * 3 ** Math.max(0, attempts - 1));

export type AttemptContext = {
  usage: Pick<UsageCapabilities, 'unknown' | 'rate'>;
  now: Date;
  dimension: string;
  /** Number of attempts, including this one. */
  attempts: number;
  /** Whether the line was sent before with an unknown outcome. This response then concerns a repeat. */
  mayBeTaken?: boolean | undefined;
};

/**
 * Computes the outcome of a line from its verdict. A repeat stays UNKNOWN until a response shows whether the
 * line was accepted.
 */
export function outcomeOf(verdict: UsageVerdict, situation: AttemptContext): Outcome {
  const outcome = outcomeOfNew(verdict, situation);
  if (!situation.mayBeTaken) return outcome;
  if (outcome.state === 'WAITING') return { ...outcome, state: 'UNKNOWN' };
  // The first attempt may have been in time even if the repeat is too late, for example after the end of its
  // agreement.
  return verdict.kind === 'rejected'
    ? { ...outcome, state: 'UNKNOWN', alert: repeatWords(verdict, situation.dimension) }
    : outcome;
}

function outcomeOfNew(verdict: UsageVerdict, situation: AttemptContext): Outcome {
  const rest = { dueTime: null, externalId: null, kept: { ...verdict } };
  switch (verdict.kind) {
    case 'accepted':
    case 'duplicateSame':
      return { ...rest, state: 'ACCEPTED', externalId: verdict.externalId ?? null };
    case 'duplicateOther':
      return { ...rest, state: 'REJECTED', alert: refusalWords(verdict, situation.dimension) };
    case 'rejected':
      return verdict.permanent
        ? { ...rest, state: 'REJECTED', alert: refusalWords(verdict, situation.dimension) }
        : { ...rest, state: 'WAITING', dueTime: later(situation) };
    case 'retry':
      return { ...rest, state: 'WAITING', dueTime: later(situation, verdict.afterSeconds) };
    case 'unknown':
      return situation.usage.unknown === 'hold'
        ? { ...rest, state: 'UNKNOWN', alert: heldWords(situation.dimension) }
        : { ...rest, state: 'UNKNOWN', dueTime: later(situation) };
  }
}

function later({ now, attempts, usage }: AttemptContext, afterSeconds = 0): Date {
  const seconds = Math.max(waitSeconds(attempts), afterSeconds, usage.rate?.perSeconds ?? 0);
  return new Date(now.getTime() + seconds * 1000);
}

/** The data about a sent line that determines its outcome. */
export type SentLine = { dimension: string; attempts: number; mayBeTaken?: boolean };

/**
 * Computes the outcomes of a call’s lines, in order. If a known record caused the rejection of the whole
 * call, its line is rejected and all other lines are sent again. If the record is unknown, all lines are sent
 * again in two parts.
 */
export function outcomesOf(
  lines: readonly SentLine[],
  keys: readonly string[],
  answer: UsageAnswer,
  { usage, now, callId }: Pick<AttemptContext, 'usage' | 'now'> & { callId: string },
): Outcome[] {
  const { refusedFor, verdicts, mirrors } = answer;
  const withMirror = (outcome: Outcome, index: number): Outcome => ({
    ...outcome,
    kept: { ...outcome.kept, mirror: mirrors[index] },
  });
  const usual = (index: number) =>
    outcomeOf(verdicts[index] as UsageVerdict, { usage, now, ...(lines[index] as SentLine) });
  if (!refusedFor) return lines.map((_, index) => withMirror(usual(index), index));
  const bad = lines.length === 1 ? 0 : keys.indexOf(refusedFor.recordKey ?? '');
  const parts = bisect(lines, callId);
  return lines.map((_, index): Outcome => {
    if (index === bad) return withMirror(usual(index), index);
    const part = bad === -1 ? parts[index]?.part : undefined;
    const { code, message } = refusedFor;
    const mayBeTaken = lines[index]?.mayBeTaken === true;
    // With a rate limit per agreement, the next call must wait for the interval.
    const waitMs = usage.rate?.each === 'agreement' ? usage.rate.perSeconds * 1000 : 0;
    return {
      state: mayBeTaken ? 'UNKNOWN' : 'WAITING',
      dueTime: waitMs > 0 || mayBeTaken ? new Date(now.getTime() + waitMs) : null,
      externalId: null,
      kept: { kind: 'refused', code, message, part },
    };
  });
}
