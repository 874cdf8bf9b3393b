import { later } from '../agreements/accepted-terms.ts';
import { buyersOf, type Offer, type ResaleAuthorization, type Term, termOf } from './entities.ts';
import { isOver } from './resale-release.ts';
import { type Refusal, refuse, type Staging } from './staging.ts';

const incompatible = (message: string) => refuse('INCOMPATIBLE_RESALE_AUTHORIZATION', message);

/** The parts that an offer inherits from its authorization, or the reason why the offer cannot be created. */
export type ResoldBase =
  | Pick<Offer, 'productId' | 'resaleAuthorizationId' | 'targeting' | 'terms' | 'pricingModel'>
  | { refusals: Refusal[] };

/** Creates the base of an offer from the terms and buyers of an authorization, and counts the use. */
export function resoldBase(
  id: string,
  staging: Staging,
  replaced?: { productId: string; acceptor: string },
): ResoldBase {
  const resale = staging.find(id);
  if (resale?.kind !== 'ResaleAuthorization' || !isUsable(resale, staging))
    return { refusals: incompatible('Use a ResaleAuthorization in active state.') };
  const buyers = buyersIn(resale);
  if (replaced && replaced.productId !== resale.productId)
    return {
      refusals: incompatible(
        'The ResaleAuthorization must be for the same product that is associated with the agreement.',
      ),
    };
  if (replaced && buyers.length > 0 && !buyers.includes(replaced.acceptor))
    return { refusals: incompatible('Use a ResaleAuthorization targeted to the acceptor of the agreement.') };
  staging.put({ ...resale, offersMade: resale.offersMade + 1 });
  return {
    productId: resale.productId,
    resaleAuthorizationId: id,
    targeting: buyers.length > 0 ? { PositiveTargeting: { BuyerAccounts: [...buyers] } } : {},
    terms: termsFor(resale),
    ...(resale.pricingModel !== undefined && { pricingModel: resale.pricingModel }),
  };
}

const isUsable = (resale: ResaleAuthorization, staging: Staging): boolean =>
  resale.status === 'Active' &&
  resale.resellerAccountId === staging.owner &&
  !isOver(resale, staging) &&
  (resale.offersMaxQuantity === undefined || resale.offersMade < resale.offersMaxQuantity);

const buyersIn = ({ terms }: ResaleAuthorization): readonly string[] =>
  termOf(terms, 'BuyerTargetingTerm')?.PositiveTargeting?.BuyerAccounts ?? [];

/** Converts the terms of an authorization to offer terms, with a margin on every amount. */
const termsFor = ({ terms }: ResaleAuthorization, percentage = 0): Term[] =>
  terms
    .filter(({ Type }) => /^(Resale.*(Pricing|Schedule|NetPayment)Term|BuyerLegalTerm)$/.test(Type))
    .map((term) => marked({ ...term, Type: term.Type.replace(/^(Resale|Buyer)/, '') }, percentage));

function marked(term: Term, percentage: number): Term {
  const amount = (text: string, places: number) =>
    percentage === 0 ? text : String(Number((Number(text) * (1 + percentage / 100)).toFixed(places)));
  const { Price, RateCards, Schedule } = term;
  return {
    ...term,
    ...(Price !== undefined && { Price: amount(Price, 3) }),
    ...(RateCards && {
      RateCards: RateCards.map((card) => ({
        ...card,
        RateCard: card.RateCard.map((rate) => ({ ...rate, Price: amount(rate.Price, 8) })),
      })),
    }),
    ...(Schedule && {
      Schedule: Schedule.map((one) => ({ ...one, ChargeAmount: amount(one.ChargeAmount, 2) })),
    }),
  };
}

const authorizationOf = (offer: Offer, { find }: Staging): ResaleAuthorization | undefined => {
  const found = find(offer.resaleAuthorizationId ?? '');
  return found?.kind === 'ResaleAuthorization' ? found : undefined;
};

/** Applies a margin to every price of the authorization, and replaces an earlier margin. */
export function applyMarkup(percentage: string, to: Offer, from: Offer, staging: Staging): Refusal[] {
  const resale = authorizationOf(from, staging);
  if (!resale)
    return refuse(
      'INVALID_MARKUP_PERCENTAGE',
      'UpdateMarkup can only be invoked for offers created using ResaleAuthorization.',
    );
  const isOwn = (type: string) => has(from.terms, type) && !has(resale.terms, `Resale${type}`);
  if (isOwn('FixedUpfrontPricingTerm') || isOwn('PaymentScheduleTerm'))
    return incompatible(
      "MarkupPercentage can't be updated when PaymentScheduleTerm or FixedUpfrontPricingTerm are present in offer and not present in ResaleAuthorization.",
    );
  to.markupPercentage = percentage;
  const priced = termsFor(resale, Number(percentage)).filter(({ Type }) =>
    /(Pricing|Schedule)Term$/.test(Type),
  );
  to.terms = [...from.terms.filter(({ Type }) => !/(Pricing|Schedule)Term$/.test(Type)), ...priced];
  return [];
}

const has = (terms: readonly Term[], type: string): boolean => termOf(terms, type) !== undefined;

/** Finds parts of a change that the authorization does not allow. */
export function resoldRefusals(changeType: string, to: Offer, staging: Staging): Refusal[] {
  const resale = authorizationOf(to, staging);
  if (!resale) return [];
  const check = checks[changeType];
  return check ? check(to, resale) : [];
}

type Check = (offer: Offer, resale: ResaleAuthorization) => Refusal[];

/**
 * Rejects a change type. For resold offers, the vendor documents only the validated change types, and changes
 * to name, documents and last day of acceptance.
 */
const unsupported: Check = () =>
  refuse(
    'INVALID_UPDATE_REQUEST',
    "The change isn't supported for offers created using ResaleAuthorization.",
  );

const checks: Readonly<Record<string, Check>> = {
  UpdateTargeting: targetingRefusals,
  UpdatePricingTerms: pricingRefusals,
  UpdatePaymentScheduleTerms: scheduleRefusals,
  UpdateNetPaymentTerms: netPaymentRefusals,
  UpdateValidityTerms: validityRefusals,
  UpdateSupportTerms: unsupported,
  UpdateRenewalTerms: unsupported,
};

function targetingRefusals(offer: Offer, resale: ResaleAuthorization): Refusal[] {
  const [allowed, named] = [buyersIn(resale), buyersOf(offer)];
  return [
    ...(named.length > 25
      ? refuse('TOO_MANY_BUYER_ACCOUNTS', 'Provide BuyerAccounts within the allowed limits.')
      : []),
    ...(allowed.length > 0 && named.some((one) => !allowed.includes(one))
      ? incompatible('Provide BuyerAccounts that are compatible with the ResaleAuthorization.')
      : []),
  ];
}

/** Returns the durations that the authorization allows: one, or several among which the buyer chooses. */
const lengthsOf = ({ terms }: ResaleAuthorization): string[] => {
  const fixed = termOf(terms, 'ResaleFixedUpfrontPricingTerm')?.Duration;
  if (fixed !== undefined) return [fixed];
  const cards = termOf(terms, 'ResaleConfigurableUpfrontPricingTerm')?.RateCards ?? [];
  return cards.flatMap(({ Selector }) => Selector?.Value ?? []);
};

function pricingRefusals(offer: Offer, resale: ResaleAuthorization): Refusal[] {
  const priced = offer.terms.filter(({ Type }) => Type.endsWith('PricingTerm'));
  const strange = priced.map(({ Type }) => Type).filter((type) => type !== 'FixedUpfrontPricingTerm');
  const [fixed] = priced;
  const [wholesale] = resale.terms.filter(({ Type }) => /Upfront.*PricingTerm$/.test(Type));
  if (strange.length > 0 || offer.pricingModel !== 'Contract' || !wholesale)
    return incompatible(
      `Provide term(s) that are compatible with the ResaleAuthorization. Incompatible terms: [${priced.map(({ Type }) => Type).join(', ')}].`,
    );
  return [
    ...(Number(offer.markupPercentage ?? 0) > 0
      ? refuse(
          'INCOMPATIBLE_TERMS',
          "FixedUpfrontPricingTerm isn't supported when MarkupPercentage is greater than zero (0).",
        )
      : []),
    ...(fixed?.CurrencyCode === wholesale.CurrencyCode
      ? []
      : incompatible('Provide the same CurrencyCode that is specified in the ResaleAuthorization.')),
    ...(lengthsOf(resale).includes(fixed?.Duration ?? '')
      ? []
      : incompatible(
          'Ensure Duration in FixedUpfrontPricingTerm matches duration specified in the ResaleAuthorization.',
        )),
  ];
}

function scheduleRefusals(offer: Offer, resale: ResaleAuthorization): Refusal[] {
  const own = termOf(offer.terms, 'PaymentScheduleTerm')?.Schedule ?? [];
  const wholesale = termOf(resale.terms, 'ResalePaymentScheduleTerm')?.Schedule;
  if (Number(offer.markupPercentage ?? 0) > 0)
    return refuse(
      'INCOMPATIBLE_MARKUP_PERCENTAGE',
      "PaymentScheduleTerm isn't supported when MarkupPercentage is greater than zero (0).",
    );
  if (!wholesale) return totalRefusals(offer, resale);
  const asked = new Map(wholesale.map(({ ChargeDate, ChargeAmount }) => [ChargeDate, Number(ChargeAmount)]));
  if (own.length !== asked.size || own.some(({ ChargeDate }) => !asked.has(ChargeDate)))
    return incompatible(
      'Ensure the charge dates in PaymentScheduleTerm are same as the charge dates in the ResaleAuthorization.',
    );
  return own.some(({ ChargeDate, ChargeAmount }) => Number(ChargeAmount) < (asked.get(ChargeDate) ?? 0))
    ? incompatible(
        'Ensure the charge amount in PaymentScheduleTerm is greater than or equal to the charge amount in the ResaleAuthorization for that date.',
      )
    : [];
}

/**
 * Requires that the payments cover the offer's grants at the authorization’s price or more, if the
 * authorization has selectable prices.
 */
function totalRefusals({ terms }: Offer, resale: ResaleAuthorization): Refusal[] {
  const fixed = termOf(terms, 'FixedUpfrontPricingTerm');
  const cards = termOf(resale.terms, 'ResaleConfigurableUpfrontPricingTerm')?.RateCards ?? [];
  const card = cards.find(({ Selector }) => Selector?.Value === fixed?.Duration);
  if (!fixed || !card)
    return incompatible(
      'Provide term(s) that are compatible with the ResaleAuthorization. Incompatible terms: [PaymentScheduleTerm].',
    );
  const prices = new Map(card.RateCard.map(({ DimensionKey, Price }) => [DimensionKey, Number(Price)]));
  const least = (fixed.Grants ?? []).reduce(
    (sum, { DimensionKey, MaxQuantity = 1 }) => sum + MaxQuantity * (prices.get(DimensionKey) ?? Number.NaN),
    0,
  );
  const total = (termOf(terms, 'PaymentScheduleTerm')?.Schedule ?? []).reduce(
    (sum, { ChargeAmount }) => sum + Number(ChargeAmount),
    0,
  );
  return total >= least
    ? []
    : incompatible(
        'Ensure the total ChargeAmounts in PaymentScheduleTerm is compatible with the ResaleAuthorization.',
      );
}

const parseDays = (period = ''): number => Number(/^P(\d+)D$/.exec(period)?.[1] ?? 0);

function netPaymentRefusals({ terms }: Offer, resale: ResaleAuthorization): Refusal[] {
  const most = termOf(resale.terms, 'ResaleNetPaymentTerm')?.PaymentDuePeriod;
  const own = termOf(terms, 'NetPaymentTerm')?.PaymentDuePeriod;
  if (most === undefined)
    return own === undefined
      ? []
      : incompatible(
          "NetPaymentTerm isn't supported because the ResaleAuthorization doesn't contain a NetPaymentTerm.",
        );
  if (own === undefined)
    return incompatible(
      "NetPaymentTerm can't be removed because the ResaleAuthorization contains a NetPaymentTerm.",
    );
  return parseDays(own) > parseDays(most)
    ? incompatible('Ensure PaymentDuePeriod in NetPaymentTerm is compatible with the ResaleAuthorization.')
    : [];
}

/**
 * Requires an own end for an offer that replaces an agreement, and the authorization's duration for any other
 * offer.
 */
function validityRefusals(offer: Offer, resale: ResaleAuthorization): Refusal[] {
  const {
    AgreementDuration: duration,
    AgreementStartDate: start,
    AgreementEndDate: end,
  } = termOf(offer.terms, 'ValidityTerm') ?? {};
  const latest = termOf(resale.terms, 'BuyerValidityTerm')?.MaximumAgreementStartDate;
  const lengths = lengthsOf(resale);
  const isFree = lengths.length === 0;
  const ends = (length: string) =>
    start !== undefined && end === dayBefore(later(Date.parse(`${start}T00:00:00Z`), length));
  return [
    ...(start !== undefined && latest !== undefined && start > latest
      ? incompatible('Ensure AgreementStartDate is compatible with the ResaleAuthorization.')
      : []),
    ...(duration === undefined || isFree || lengths.includes(duration)
      ? []
      : incompatible('Ensure AgreementDuration matches duration specified in the ResaleAuthorization.')),
    ...(end === undefined || isFree || offer.agreementId !== undefined || lengths.some(ends)
      ? []
      : incompatible(
          'Ensure the duration between AgreementStartDate and AgreementEndDate is compatible with the ResaleAuthorization.',
        )),
  ];
}

const dayBefore = (ms: number): string => new Date(ms - 1).toISOString().slice(0, 10);
