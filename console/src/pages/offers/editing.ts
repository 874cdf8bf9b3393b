import { useEffect, useState } from 'react';
import { idOf, type Step } from '../../ui/form/fields.ts';
import { type FieldFinding, focusOn } from '../../ui/form/findings.ts';
import { applyPatch, isSame, type Json, patchOf, withValue } from '../../ui/form/pointers.ts';
import { type OfferFormQuery, startOf } from './draft.ts';
import type { StoredOffer } from './kept.ts';
import type { SaveRequest } from './saving.ts';

/** Returns the edited values, with the stored offer that they change. */
export function useEditing(read: StoredOffer | undefined, asked: OfferFormQuery) {
  const [base, setBase] = useState(read);
  const [before] = useState(() => startOf(undefined, asked));
  const [record, setRecord] = useState(() => startOf(read?.offer, asked));
  const [typed, setTyped] = useState<ReadonlySet<string>>(new Set());
  const [edits, setEdits] = useState(0);
  return {
    base,
    /** The values before the first input. */
    before: (base?.offer as Json | undefined) ?? before,
    record,
    typed,
    /** The number of inputs so far. */
    edits,
    set: (at: string, value: unknown) => {
      setRecord((current) => withValue(current, at, value));
      setEdits((current) => current + 1);
      setTyped((current) => (current.has(at) ? current : new Set([...current, at])));
    },
    /** Continues with a saved offer and keeps later input. */
    goOn: (kept: StoredOffer, sent: Json) => {
      setBase(kept);
      setRecord((current) => (isSame(current, sent) ? kept.offer : current));
    },
    /** Replaces the stored offer with a different version, and the edited values with `next`. */
    take: (theirs: StoredOffer, next: Json) => {
      setBase(theirs);
      setRecord(next);
    },
  };
}

/** Applies the user's changes to a version that other members have changed, and keeps their changes to other fields. */
export function onTopOf(theirs: StoredOffer, { base, offer, ...sending }: SaveRequest): SaveRequest {
  const mine = applyPatch(theirs.offer, patchOf(base?.offer ?? {}, offer));
  return { ...sending, base: theirs, offer: mine, record: mine };
}

/**
 * Divides the findings into those to show and those that come too early. Findings for edited fields and visited steps
 * are shown, and all findings after an attempt to send. Findings without a field are always shown. `left` has the names
 * of the visited steps.
 */
export function useShown(
  findings: readonly FieldFinding[],
  typed: ReadonlySet<string>,
  step: Step | undefined,
) {
  const [isSent, setIsSent] = useState(false);
  const [now, setNow] = useState(step?.name);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  if (step && step.name !== now) {
    setNow(step.name);
    if (now !== undefined) setLeft(new Set([...left, now]));
  }
  const isShown = ({ at, step: of }: FieldFinding) =>
    isSent || at === undefined || typed.has(at) || (of !== undefined && left.has(of.name));
  return {
    shown: findings.filter(isShown),
    early: findings.filter((finding) => !isShown(finding)),
    left,
    showAll: () => setIsSent(true),
  };
}

/** Moves the focus to controls, and to the heading of a step after navigation. */
export function useFocus(step: Step | undefined) {
  const [target, setTarget] = useState<{ at: string }>();
  const [now, setNow] = useState(step?.name);
  useEffect(() => {
    const isGoneTo = now !== undefined && step !== undefined && step.name !== now;
    if (step) setNow(step.name);
    // The control may be rendered a moment later, together with its step.
    if (target) {
      if (focusOn(target.at)) setTarget(undefined);
    } else if (isGoneTo) document.getElementById(headingId)?.focus();
  });
  return (at: string) => setTarget({ at });
}

/** The id of the heading of a step. */
export const headingId = idOf('');
