import { isProduct, type Offer, type Term } from './entities.ts';
import { type Refusal, refuse, type Staging } from './staging.ts';

const models = ['Usage', 'Free', 'Contract'];
const sold = ['UsageBasedPricingTerm', 'FreeTrialPricingTerm', 'FixedUpfrontPricingTerm'];

/** Finds errors in the prices of a model, which is sold per hour, per inference or for days. */
export function modelRefusals({ productId, terms, pricingModel = '' }: Offer, { find }: Staging): Refusal[] {
  const product = find(productId);
  if (!isProduct(product) || product.kind !== 'MachineLearningProduct') return [];
  const priced = terms.filter(({ Type }) => /PricingTerm$|^RecurringPaymentTerm$/.test(Type));
  const strange = priced.map(({ Type }) => Type).filter((type) => !sold.includes(type));
  const rated = new Set(keysIn(priced.find(({ Type }) => Type === 'UsageBasedPricingTerm')));
  return [
    ...(models.includes(pricingModel)
      ? []
      : refuse('INCOMPATIBLE_PRODUCT', `${pricingModel} pricing model isn't supported for the product.`)),
    ...(strange.length > 0
      ? refuse(
          'INCOMPATIBLE_PRODUCT',
          `The following terms aren't supported for the product: [${strange.join(', ')}].`,
        )
      : []),
    ...(priced.some(({ CurrencyCode = 'USD' }) => CurrencyCode !== 'USD')
      ? refuse('INVALID_CURRENCY_CODE', 'Provide a supported CurrencyCode.')
      : []),
    ...(pricingModel === 'Free' || product.dimensions.every(({ Key }) => rated.has(Key))
      ? []
      : refuse(
          'INVALID_RATE_CARD',
          'Provide usage based rates for all available metered dimensions in UsageBasedPricingTerm.',
        )),
  ];
}

const keysIn = (term: Term | undefined): string[] =>
  (term?.RateCards ?? []).flatMap(({ RateCard }) => RateCard.map(({ DimensionKey }) => DimensionKey));
