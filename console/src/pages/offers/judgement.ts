import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type OfferValidation, TradepostError, type WorkloadOffer } from '@tradepost/sdk';
import { useState } from 'react';
import { isStatus, tradepost } from '../../api.ts';
import { keys } from '../../organization.ts';
import { type Step, stepsOf } from '../../ui/form/fields.ts';
import type { Finding } from '../../ui/form/findings.ts';
import type { Asked } from './draft.ts';

const pauseMs = 400;
const pause = () => new Promise((resolve) => setTimeout(resolve, pauseMs));

/**
 * What the service says of an offer, a moment after it was typed. What is outdated is given up; what was said before stands
 * until there is something newer. `unjudged` is why there is nothing.
 */
export function useJudgement(
  orgId: string,
  offer: WorkloadOffer,
  enabled: boolean,
): { judged: OfferValidation | undefined; unjudged: unknown } {
  const { data, error } = useQuery({
    queryKey: keys.one(orgId, 'judged offer', JSON.stringify(offer)),
    queryFn: async ({ signal }) => {
      await pause();
      return tradepost
        .in(orgId)
        .offers.validate(offer, { signal })
        .catch((error: unknown) => judgementOf(error));
    },
    enabled,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  return { judged: data, unjudged: error };
}

/** Questions that stand between an offer and its creation: none where something else is wrong with it. */
export function questionsOf({ findings = [] }: OfferValidation): readonly { message?: string }[] {
  const errors = findings.filter(({ severity }) => severity === 'ERROR');
  return errors.every(({ confirmable }) => confirmable) ? errors : [];
}

/** Asks before an offer is created that must be confirmed. What else is wrong with it, its creation says. */
export async function isConfirmed(orgId: string, offer: WorkloadOffer): Promise<boolean> {
  const judged = await tradepost.in(orgId).offers.validate(offer).catch(judgementOf);
  const messages = [...new Set(questionsOf(judged).map(({ message }) => message))];
  return messages.length === 0 || window.confirm(`${messages.join('\n')} Create the offer all the same?`);
}

/** A body that has not the form of an offer is refused, and not judged: that is a judgement, too. */
function judgementOf(error: unknown): OfferValidation {
  if (!(error instanceof TradepostError && error.status === 400)) throw error;
  return { valid: false, findings: error.errors.map((found) => ({ ...found, severity: 'ERROR' })) };
}

/** What was found, by the judgement and by the refusal of what was sent. */
export function findingsOf(judged: OfferValidation | undefined, refusal: unknown): Finding[] {
  const refused = refusal instanceof TradepostError ? refusal.errors : [];
  const found = [
    ...refused.map((one) => ({ ...one, isError: true })),
    ...(judged?.findings ?? [])
      // Who sends back what was read sends what the service decides, too.
      .filter(({ source, severity }) => source !== 'REQUEST' || severity === 'ERROR')
      .map(({ pointer = '', message = '', severity, confirmable }) => ({
        pointer,
        message,
        isError: severity === 'ERROR' && !confirmable,
      })),
  ];
  const isFirst = (finding: Finding, at: number) =>
    found.findIndex(({ pointer, message }) => pointer === finding.pointer && message === finding.message) ===
    at;
  return found.filter(isFirst);
}

/**
 * The steps of the form of an offer, as the service describes it. Those before stay until others are there, also where these cannot be
 * had: what was typed is not taken from view.
 */
export function useSteps(
  orgId: string,
  asked: Asked,
): { steps: readonly Step[] | undefined; error: unknown; again: () => void } {
  const [last, setLast] = useState<readonly Step[]>();
  const { data, error, refetch } = useQuery({
    queryKey: keys.one(orgId, 'offer form', JSON.stringify(asked)),
    queryFn: async ({ signal }) => {
      if (asked.productId) await pause();
      return stepsOf(await describe(orgId, asked, signal));
    },
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data && data !== last) setLast(data);
  return { steps: data ?? last, error, again: () => void refetch() };
}

/** A product that is half typed, or a partner that there is not, has no form of its own: the field says what is wrong. */
async function describe(orgId: string, { partner, offerType, productId }: Asked, signal: AbortSignal) {
  const type = offerType ? { offerType } : {};
  const place = partner ? { partner: partner as 'MKA' } : {};
  const { offers } = tradepost.in(orgId);
  for (const asked of [
    { ...place, ...type, ...(productId ? { productId } : {}) },
    { ...place, ...type },
  ])
    try {
      return await offers.getForm(asked, { signal });
    } catch (error) {
      if (!isStatus(error, 400)) throw error;
    }
  return offers.getForm(type, { signal });
}
