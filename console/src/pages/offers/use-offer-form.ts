import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useOrganization } from '../../organization.ts';
import { paths } from '../../paths.ts';
import type { Step } from '../../ui/form/fields.ts';
import { type FieldFinding, placeFindings } from '../../ui/form/findings.ts';
import { isSame, valueAt } from '../../ui/form/pointers.ts';
import { askedOf, judgedOf, neededOf, type OfferFormQuery, sentOf } from './draft.ts';
import { onTopOf, useEditing, useFocus, useShown } from './editing.ts';
import { findingsOf, useJudgement, useSteps } from './judgement.ts';
import { EditConflict, type StoredOffer } from './kept.ts';
import { type SaveRequest, useSaving } from './saving.ts';

/**
 * The states of offers that are validated only when they are sent, because validation during input would treat these
 * offers as new.
 */
const judgedStates: readonly (string | undefined)[] = ['DRAFT', 'CREATE_FAILED'];

/** Returns the state of the form of an offer: values, steps, findings, and sending. */
export function useOfferForm(orgId: string, read: StoredOffer | undefined) {
  const { step: wanted, ...asked } = useSearch({ strict: false }) as OfferFormQuery & { step?: string };
  const editing = useEditing(read, asked);
  const { base, before, record, typed, edits } = editing;
  const { steps, error: unread, again: readAgain } = useSteps(orgId, askedOf(record));
  const step = steps?.find(({ name }) => name === wanted) ?? steps?.[0];
  const offer = sentOf(record, before, typed, steps);
  const isDirty = !isSame(offer, before);
  useAddress(orgId, asked, askedOf(record));
  const { saving, send } = useSaving({
    orgId,
    isDirty,
    onKept: (kept, sending) => editing.goOn(kept, sending.record),
  });
  const { missingPermission } = useOrganization(orgId);
  const reason = missingPermission('offers:write');
  const mayBeJudged =
    reason === undefined && (base === undefined || judgedStates.includes(base.offer.status));
  const { judged, unjudged } = useJudgement(orgId, judgedOf(offer, base?.offer), mayBeJudged);
  // An error applies to the values that were sent. After further input, the validation replaces the error.
  const failure = saving.variables?.edits === edits ? saving.error : undefined;
  const conflict = saving.error instanceof EditConflict ? saving.error.theirs : undefined;
  const findings = steps ? placeFindings(findingsOf(judged, failure), steps) : [];
  const { shown, early, left, showAll } = useShown(findings, typed, step);
  const required = steps ? placeFindings(neededOf(steps, record), steps) : [];
  const sendAs = (as: SaveRequest['as']) => {
    if (as === 'offer') showAll();
    void send({ as, base, offer, record, edits });
  };
  return {
    record,
    offer,
    base,
    set: editing.set,
    steps,
    step,
    unread,
    readAgain,
    reason,
    mayBeJudged,
    judged,
    unjudged,
    failure,
    conflict,
    /** The error of the last attempt to send, even after further input. */
    error: saving.error,
    findings: shown,
    /** What the offer still needs, in steps that the user has not visited yet. */
    needed: unmet([...early.filter(({ isError, isQuestion }) => isError || isQuestion), ...required], shown),
    /** The labels of required fields without a value. */
    required: required.map(({ label }) => label),
    /** Whether the user has filled in or visited a step; the steps of a stored offer were visited before. */
    isVisited: ({ name, fields }: Step) =>
      left.has(name) || (!!base && fields.some(({ pointer }) => valueAt(record, pointer) !== undefined)),
    focus: useFocus(step),
    isPending: saving.isPending,
    sendAs,
    takeTheirs: (theirs: StoredOffer) => {
      editing.take(theirs, theirs.offer);
      saving.reset();
    },
    sendOnTopOf: (theirs: StoredOffer) => {
      const as = saving.variables?.as ?? 'draft';
      const sending = onTopOf(theirs, { as, base, offer, record, edits });
      editing.take(theirs, sending.record);
      void send(sending);
    },
  };
}

/** Returns the first finding of each field without a shown error. */
const unmet = (findings: readonly FieldFinding[], shown: readonly FieldFinding[]) =>
  findings.filter(
    ({ at }, index) =>
      findings.findIndex((other) => other.at === at) === index &&
      !shown.some((other) => other.isError && other.at === at),
  );

/** Synchronizes the URL with the values on which the form depends. */
function useAddress(orgId: string, said: OfferFormQuery, isNow: OfferFormQuery): void {
  const navigate = useNavigate();
  const { partner = '', offerType, productId } = isNow;
  const isTrue = said.partner === partner && said.offerType === offerType && said.productId === productId;
  useEffect(() => {
    if (isTrue) return;
    void navigate({
      to: paths.newOffer,
      params: { orgId },
      search: (before: Record<string, string | undefined>) => ({ ...before, partner, offerType, productId }),
      replace: true,
      resetScroll: false,
    });
  }, [navigate, orgId, isTrue, partner, offerType, productId]);
}
