import { DateTime } from 'luxon';
import type { JsonObject } from '../../specifications.ts';
import type { AgreementFacts, Derive, Mirror, OfferFacts, OfferTerms } from './facts.ts';

/** An offer stays published after its acceptance or expiry. */
const offerStates: Record<string, string> = {
  PENDING_ACCEPTANCE: 'PUBLISHED',
  PENDING_PARTNER_ACTION: 'PUBLISHED',
  ACCEPTED: 'PUBLISHED',
  EXPIRED: 'PUBLISHED',
  CANCELLED: 'WITHDRAWN',
  REJECTED: 'WITHDRAWN',
};

export const mkF: Mirror = {
  // The marketplace has no purchase state; these values are derived from the buyer's access.
  statuses: {
    PENDING_APPROVAL: 'PENDING',
    ACTIVE: 'ACTIVE',
    SUSPENDED: 'SUSPENDED',
    PENDING_CANCEL: 'ACTIVE',
    CANCELLED: 'CANCELLED',
  },

  agreement(facts, derive) {
    const { agreement, planId, info } = facts;
    const { organizationId, id, externalOfferId, externalProductId } = agreement;
    const given = info.mkFOffer as JsonObject | undefined;
    const source = externalOfferId ?? externalProductId ?? id;
    return {
      mirror: {
        mkFOffer: {
          ...contractOf(facts, agreement.autoRenew ?? info.autoRenew, agreement.endTime),
          pricing_plan_name: planOf(organizationId, source, derive),
          ...given,
          ...(planId === undefined ? {} : { pricing_plan_name: planId }),
          access_start_date_preference: given?.access_start_date_preference ?? preferenceOf(info),
          access_start_time: agreement.startTime,
          access_end_time: agreement.endTime,
          is_default: agreement.order !== undefined,
          name:
            externalOfferId ??
            `OFFER_${derive.code(12, 'mkF public offer', organizationId, source).toUpperCase()}`,
          state: 'PUBLISHED',
          target_consumer: agreement.externalBuyerId,
        },
        buyerManagementURL: facts.url,
      },
    };
  },

  offer(facts, derive) {
    const { offer, info, name } = facts;
    const { spec } = offer;
    return {
      mkFOffer: {
        ...contractOf(facts, info.autoRenew, spec.endTime),
        access_start_date_preference: preferenceOf(info),
        pricing_plan_name: planOf(offer.organizationId, offer.id, derive),
        ...(info.mkFOffer as JsonObject | undefined),
        access_start_time: info.startTime,
        access_end_time: spec.endTime,
        display_name: name,
        expiration_time: spec.expireTime,
        is_default: false,
        name: offer.id,
        state: offerStates[offer.state] ?? 'DRAFT',
        target_consumer: spec.externalBuyerId,
      },
    };
  },
};

const planOf = (organizationId: string, source: string, derive: Derive) =>
  `PLAN_${derive.code(8, 'mkF plan', organizationId, source).toUpperCase()}`;

const preferenceOf = (info: OfferTerms) => (info.startTime ? 'SPECIFIC_DATE' : 'OFFER_ACCEPTED_DATE');

function contractOf(
  facts: AgreementFacts | OfferFacts,
  autoRenew: boolean | undefined,
  end: string | undefined,
): JsonObject {
  const { info, amount, months } = facts;
  const bound = end !== undefined || months !== undefined;
  return {
    contract_duration_months: months,
    contract_type: autoRenew ? 'SUBSCRIPTION' : bound ? 'LIMITED_TIME' : 'PAY_AS_YOU_GO',
    contract_value: amount?.toFixed(Math.max(2, amount.decimalPlaces())),
    discount: info.discountPercentage,
    payment_terms: paymentTermsOf(info),
    terms_of_service: info.eulaUrl ? { type: 'CUSTOM', custom_link: info.eulaUrl } : { type: 'STANDARD' },
  };
}

/** Converts instalments to the marketplace's format: one amount with exceptions. */
function paymentTermsOf(info: OfferTerms): JsonObject {
  const payments = info.paymentInstallments ?? [];
  const [first, second] = payments;
  if (first === undefined) return { payment_type: 'INVOICE' };
  const others = payments
    .map((payment, index) => ({ installment_number: index + 1, installment_amount: payment.amount }))
    .filter((payment) => payment.installment_amount !== first.amount);
  return {
    payment_type: 'INSTALLMENT',
    installment_schedule: {
      default_installment_amount: first.amount,
      installment_duration: info.billingIntervalInMonths ?? monthsBetween(first.chargeOn, second?.chargeOn),
      overridden_installments: others.length > 0 ? others : undefined,
    },
  };
}

function monthsBetween(from: string | undefined, to: string | undefined): number | undefined {
  if (!from || !to) return undefined;
  const [start, end] = [from, to].map((text) => DateTime.fromISO(text, { zone: 'utc' })) as [
    DateTime,
    DateTime,
  ];
  return Math.round(end.diff(start, 'months').months) || undefined;
}
