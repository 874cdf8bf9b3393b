import type { UsageAnswer, UsageCapabilities, UsageVerdict } from '../../marketplaces/index.ts';
import { bisect } from './batches.ts';
import { heldWords, refusalWords, repeatWords } from './words.ts';

/** What becomes of a line by a verdict. */
export type Outcome = {
  state: 'ACCEPTED' | 'REJECTED' | 'WAITING' | 'UNKNOWN';
  /** When it is tried again; null where it is not, or at once. */
  dueTime: Date | null;
  externalId: string | null;
  /** What is kept of the verdict. */
  kept: KeptVerdict;
  /** Why people must look at it. */
  alert?: string;
};

export type KeptVerdict = {
  kind: UsageVerdict['kind'] | 'refused';
  code?: string | undefined;
  message?: string | undefined;
  acceptedQuantity?: string | undefined;
  part?: string | undefined;
  isEnded?: true | undefined;
  /** In the marketplace's own words, by the fields of a report's info. */
  mirror?: Readonly<Record<string, unknown>> | undefined;
};

/** The try after the first waits 5 s, then three times as long each time, up to ten minutes. */
export const waitSeconds = (attempts: number): number => Math.min(600, 5 * 3 ** Math.max(0, attempts - 1));

export type Situation = {
  usage: Pick<UsageCapabilities, 'unknown' | 'rate'>;
  now: Date;
  dimension: string;
  /** How often the line was sent, this time too. */
  attempts: number;
  /** It was sent before, and nobody knows what became of that: this answer is about the repeat only. */
  mayBeTaken?: boolean | undefined;
};

/** Says what a verdict means for a line. One that may be taken already stays UNKNOWN until an answer says that it is or is not. */
export function outcomeOf(verdict: UsageVerdict, situation: Situation): Outcome {
  const outcome = outcomeOfNew(verdict, situation);
  if (!situation.mayBeTaken) return outcome;
  if (outcome.state === 'WAITING') return { ...outcome, state: 'UNKNOWN' };
  // What is too late to be repeated, as when its agreement is over by now, may have been in time before.
  return verdict.kind === 'rejected'
    ? { ...outcome, state: 'UNKNOWN', alert: repeatWords(verdict, situation.dimension) }
    : outcome;
}

function outcomeOfNew(verdict: UsageVerdict, situation: Situation): Outcome {
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

function later({ now, attempts, usage }: Situation, afterSeconds = 0): Date {
  const seconds = Math.max(waitSeconds(attempts), afterSeconds, usage.rate?.perSeconds ?? 0);
  return new Date(now.getTime() + seconds * 1000);
}

/** What of a line a call's answer is applied to. */
export type Sent = { dimension: string; attempts: number; mayBeTaken?: boolean };

/**
 * Says what an answer means for each line of a call, in their order. Where a bad record had the whole call refused, that
 * one is rejected and the others go again; where nobody knows which it is, in two parts.
 */
export function outcomesOf(
  lines: readonly Sent[],
  keys: readonly string[],
  answer: UsageAnswer,
  { usage, now, callId }: Pick<Situation, 'usage' | 'now'> & { callId: string },
): Outcome[] {
  const { refusedFor, verdicts, mirrors } = answer;
  const withMirror = (outcome: Outcome, index: number): Outcome => ({
    ...outcome,
    kept: { ...outcome.kept, mirror: mirrors[index] },
  });
  const usual = (index: number) =>
    outcomeOf(verdicts[index] as UsageVerdict, { usage, now, ...(lines[index] as Sent) });
  if (!refusedFor) return lines.map((_, index) => withMirror(usual(index), index));
  const bad = lines.length === 1 ? 0 : keys.indexOf(refusedFor.recordKey ?? '');
  const parts = bisect(lines, callId);
  return lines.map((_, index): Outcome => {
    if (index === bad) return withMirror(usual(index), index);
    const part = bad === -1 ? parts[index]?.part : undefined;
    const { code, message } = refusedFor;
    const mayBeTaken = lines[index]?.mayBeTaken === true;
    // Where calls about an agreement are counted, the next one has to wait for its time.
    const waitMs = usage.rate?.each === 'agreement' ? usage.rate.perSeconds * 1000 : 0;
    return {
      state: mayBeTaken ? 'UNKNOWN' : 'WAITING',
      dueTime: waitMs > 0 || mayBeTaken ? new Date(now.getTime() + waitMs) : null,
      externalId: null,
      kept: { kind: 'refused', code, message, part },
    };
  });
}
