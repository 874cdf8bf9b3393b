import type { Check } from '../credentials.ts';
import type { AgreementCalls } from './agreements/agreement-calls.ts';
import type { CatalogPort, Entity } from './catalog.ts';
import type { OfferDetails } from './shown/offer-details.ts';

type Deps = { catalog: CatalogPort; agreements: AgreementCalls };

/** The terms that are read; the local service has no others. */
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

/** Compares one page of offers and one of agreements with what the adapter can read. Reads only. */
export const createDifferences =
  ({ catalog, agreements }: Deps) =>
  async (signal: AbortSignal): Promise<Check[]> => {
    const { ids } = await catalog.list({ type: 'Offer' });
    signal.throwIfAborted();
    const entities = await catalog.describeAll(ids);
    signal.throwIfAborted();
    const page = await agreements.search({});
    return [
      ...differing('offers', entities.flatMap(inOffer)),
      ...differing('agreements', page.agreements.flatMap(inAgreement)),
    ];
  };

/** One line of each difference, however many have it. */
const differing = (name: string, messages: readonly string[]): Check[] =>
  [...new Set(messages)].map((message) => ({ name, passed: false, message }));

function inOffer({ type, details }: Entity): string[] {
  const { State, Terms = [] } = details as OfferDetails;
  return [
    ...(type === 'Offer' ? [] : [`an entity is of the type ${type}`]),
    ...(State ? [] : ['an offer has no state']),
    ...Terms.flatMap(({ Type = '' }) =>
      terms.has(Type.replace(/Term$/, '')) ? [] : [`a term of the type ${Type} is not read`],
    ),
  ];
}

type Found = Awaited<ReturnType<AgreementCalls['search']>>['agreements'][number];

const inAgreement = ({ status: word, startTime, proposalSummary }: Found): string[] => [
  ...(word && states.has(word) ? [] : [`an agreement is in the state ${word}, which is not known`]),
  ...(startTime ? [] : ['an agreement does not say when it starts']),
  ...(proposalSummary?.offerId ? [] : ['an agreement names no offer']),
];
