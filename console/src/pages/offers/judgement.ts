import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type OfferValidation, TradepostError, type WorkloadOffer } from '@tradepost/sdk';
import { useState } from 'react';
import { isStatus, tradepost } from '../../api.ts';
import { keys } from '../../organization.ts';
import { type Step, stepsOf } from '../../ui/form/fields.ts';
import type { Finding } from '../../ui/form/findings.ts';
import type { OfferFormQuery } from './draft.ts';

const pauseMs = 400;
const pause = () => new Promise((resolve) => setTimeout(resolve, pauseMs));

/**
 * Validates an offer with the service shortly after each input. Outdated requests are aborted, and the last result
 * stays until a newer result arrives. `unjudged` is the reason for a missing result.
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

/** Returns the errors that the user can confirm before an offer is created; empty while other errors exist. */
export function questionsOf({ findings = [] }: OfferValidation): readonly { message?: string }[] {
  const errors = findings.filter(({ severity }) => severity === 'ERROR');
  return errors.every(({ confirmable }) => confirmable) ? errors : [];
}

/**
 * Asks the user to confirm these errors, and returns whether to create the offer. The creation itself reports other
 * errors.
 */
export async function isConfirmed(orgId: string, offer: WorkloadOffer): Promise<boolean> {
  const judged = await tradepost.in(orgId).offers.validate(offer).catch(judgementOf);
  const messages = [...new Set(questionsOf(judged).map(({ message }) => message))];
  return messages.length === 0 || window.confirm(`${messages.join('\n')} Create the offer anyway?`);
}

/** Converts the error for a malformed body into a validation result. */
function judgementOf(error: unknown): OfferValidation {
  if (!(error instanceof TradepostError && error.status === 400)) throw error;
  return { valid: false, findings: error.errors.map((found) => ({ ...found, severity: 'ERROR' })) };
}

/** Returns the findings of a validation or an error. */
export function findingsOf(judged: OfferValidation | undefined, refusal: unknown): Finding[] {
  const refused = refusal instanceof TradepostError ? refusal.errors : [];
  const found = [
    ...refused.map((one) => ({ ...one, isError: true })),
    ...(judged?.findings ?? [])
      // Warnings about read-only fields in the request are ignored, because a body created from a stored offer contains
      // such fields.
      .filter(({ source, severity }) => source !== 'REQUEST' || severity === 'ERROR')
      .map(({ pointer = '', message = '', severity, confirmable }) => ({
        pointer,
        message,
        isError: severity === 'ERROR' && !confirmable,
        ...(confirmable ? { isQuestion: true } : {}),
      })),
  ];
  const isFirst = (finding: Finding, at: number) =>
    found.findIndex(({ pointer, message }) => pointer === finding.pointer && message === finding.message) ===
    at;
  return found.filter(isFirst);
}

/**
 * Returns the steps of an offer form, as described by the service. The previous steps stay until new steps are loaded,
 * even if loading fails, so that the user's input remains visible.
 */
export function useSteps(
  orgId: string,
  asked: OfferFormQuery,
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

/** Loads the form description. An incomplete product id or an unknown partner is omitted, and reported at its field. */
async function describe(
  orgId: string,
  { partner, offerType, productId }: OfferFormQuery,
  signal: AbortSignal,
) {
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
