import type { Check } from '../credentials.ts';
import type { AgreementCalls } from './agreements/agreement-calls.ts';
import type { CatalogPort, Entity } from './catalog.ts';
import type { OfferDetails } from './shown/offer-details.ts';

type Deps = { catalog: CatalogPort; agreements: AgreementCalls };

/** Term types that the adapter reads; the local service has the same types. */
const terms = new Set([
  'Legal',
  'Support',
  'Validity',
  'Renewal',
  'PaymentSchedule',
  'NetPayment',
  'FixedUpfrontPricing',
  'ConfigurableUpfrontPricing',
  'UsageBasedPricing',
  'BuyerLegal',
  'ResaleLegal',
  'ResalePaymentSchedule',
  'ResaleNetPayment',
  'ResaleFixedUpfrontPricing',
  'ResaleConfigurableUpfrontPricing',
  'ResaleUsageBasedPricing',
]);
const states = new Set([
  'ACTIVE',
  'ARCHIVED',
  'CANCELLED',
  'EXPIRED',
  'RENEWED',
  'REPLACED',
  'ROLLED_BACK',
  'SUPERSEDED',
  'TERMINATED',
]);

/**
 * Compares a page of offers and a page of agreements with the formats that the adapter supports. Read-only.
 */
export const createDifferences =
  ({ catalog, agreements }: Deps) =>
  async (signal: AbortSignal): Promise<Check[]> => {
    const { ids } = await catalog.list({ type: 'Offer' });
    signal.throwIfAborted();
    const entities = await catalog.describeAll(ids);
    signal.throwIfAborted();
    const page = await agreements.search({});
    return [
      ...distinctChecks('offers', entities.flatMap(inOffer)),
      ...distinctChecks('agreements', page.agreements.flatMap(inAgreement)),
    ];
  };

/** Reports each difference once, regardless of the number of entities. */
const distinctChecks = (name: string, messages: readonly string[]): Check[] =>
  [...new Set(messages)].map((message) => ({ name, passed: false, message }));

function inOffer({ type, details }: Entity): string[] {
  const { State, Terms = [] } = details as OfferDetails;
  return [
    ...(type === 'Offer' ? [] : [`an entity has the unexpected type ${type}`]),
    ...(State ? [] : ['an offer has no state']),
    ...Terms.flatMap(({ Type = '' }) =>
      terms.has(Type.replace(/Term$/, '')) ? [] : [`a term of the type ${Type} is not read`],
    ),
  ];
}

type ListedAgreement = Awaited<ReturnType<AgreementCalls['search']>>['agreements'][number];

const inAgreement = ({ status: word, startTime, proposalSummary }: ListedAgreement): string[] => [
  ...(word && states.has(word)
    ? []
    : [`an agreement has the status ${word}, which the adapter does not support`]),
  ...(startTime ? [] : ['an agreement has no start']),
  ...(proposalSummary?.offerId ? [] : ['an agreement names no offer']),
];
