import { useEffect, useState } from 'react';
import { idOf, type Step } from '../../ui/form/fields.ts';
import { focusOn, type Placed } from '../../ui/form/findings.ts';
import { isSame, type Json, patched, patchOf, withValue } from '../../ui/form/pointers.ts';
import { type Asked, startOf } from './draft.ts';
import type { KeptOffer } from './kept.ts';
import type { Sending } from './saving.ts';

/** What is being filled in, and what it is a change of. */
export function useEditing(read: KeptOffer | undefined, asked: Asked) {
  const [base, setBase] = useState(read);
  const [before] = useState(() => startOf(undefined, asked));
  const [record, setRecord] = useState(() => startOf(read?.offer, asked));
  const [typed, setTyped] = useState<ReadonlySet<string>>(new Set());
  const [edits, setEdits] = useState(0);
  return {
    base,
    /** What it was when nothing had been typed. */
    before: (base?.offer as Json | undefined) ?? before,
    record,
    typed,
    /** How often something was typed. */
    edits,
    set: (at: string, value: unknown) => {
      setRecord((current) => withValue(current, at, value));
      setEdits((current) => current + 1);
      setTyped((current) => (current.has(at) ? current : new Set([...current, at])));
    },
    /** The offer was kept: it goes on from there, with what was typed since. */
    goOn: (kept: KeptOffer, sent: Json) => {
      setBase(kept);
      setRecord((current) => (isSame(current, sent) ? kept.offer : current));
    },
    /** Theirs takes the place of the offer that it is a change of, and `next` that of what was typed. */
    take: (theirs: KeptOffer, next: Json) => {
      setBase(theirs);
      setRecord(next);
    },
  };
}

/** The same, of what others made of the offer: what they changed stays where this does not change it, too. */
export function onTopOf(theirs: KeptOffer, { base, offer, ...sending }: Sending): Sending {
  const mine = patched(theirs.offer, patchOf(base?.offer ?? {}, offer));
  return { ...sending, base: theirs, offer: mine, record: mine };
}

/**
 * What of the findings is shown: those of what was typed, of steps that were left, and all once the offer was sent. What is
 * about no field always is.
 */
export function useShown(findings: readonly Placed[], typed: ReadonlySet<string>, step: Step | undefined) {
  const [isSent, setIsSent] = useState(false);
  const [now, setNow] = useState(step?.name);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  if (step && step.name !== now) {
    setNow(step.name);
    if (now !== undefined) setLeft(new Set([...left, now]));
  }
  const isShown = ({ at, step: of }: Placed) =>
    isSent || at === undefined || typed.has(at) || (of !== undefined && left.has(of.name));
  return { shown: findings.filter(isShown), showAll: () => setIsSent(true) };
}

/** Gives the focus to controls, and to the heading of a step that was gone to. */
export function useFocus(step: Step | undefined) {
  const [target, setTarget] = useState<{ at: string }>();
  const [now, setNow] = useState(step?.name);
  useEffect(() => {
    const isGoneTo = now !== undefined && step !== undefined && step.name !== now;
    if (step) setNow(step.name);
    // The control may come with the step, a moment later.
    if (target) {
      if (focusOn(target.at)) setTarget(undefined);
    } else if (isGoneTo) document.getElementById(headingId)?.focus();
  });
  return (at: string) => setTarget({ at });
}

/** The name of the heading of a step. */
export const headingId = idOf('');
