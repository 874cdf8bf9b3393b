import type { MkBPrivateOffer } from '../../records/index.ts';
import type { Filling } from '../../rules/contract.ts';
import type { OfferSpec } from '../../specifications.ts';
import { firstPlan } from './listing.ts';
import { hasPlan, hasPrice, type Pricing } from './pricing.ts';
import { editsPrices, isSame, pricingTypes, record, recordOf } from './terms.ts';

type Change = (offer: MkBPrivateOffer, spec: OfferSpec) => Partial<MkBPrivateOffer>;

/** Creates a filling that changes the marketplace's record of a private offer. */
const fillRecord = (words: string, change: Change): Filling => ({
  words,
  fill: (spec) => {
    const offer = recordOf(spec);
    return { info: { ...spec.info, mkBPrivateOffer: { ...offer, ...change(offer, spec) } } };
  },
});

/** Completes a pricing entry with a plan of the product at its list price, unless the offer has other prices. */
function completeEntry(pricing: Pricing, spec: OfferSpec): Pricing {
  const offer = recordOf(spec);
  const plan = firstPlan(spec) ?? 'placeholder';
  if (editsPrices(offer))
    return {
      ...pricing,
      ...(hasPlan(pricing) ? {} : { planId: plan }),
      ...(hasPrice({ spec, pricing }) ? {} : { discountType: 'percentage', discountPercentage: 0 }),
    };
  const name = spec.name || spec.key;
  return {
    ...pricing,
    basePlan: pricing.basePlan || plan,
    ...(isSame(offer.offerPricingType, pricingTypes.newPlans)
      ? {
          newPlanDetails: {
            ...pricing.newPlanDetails,
            name: pricing.newPlanDetails?.name || name,
            description: pricing.newPlanDetails?.description || name,
          },
        }
      : {}),
  };
}

const completeEntries: Change = ({ pricing = [] }, spec) => ({
  pricing: (pricing.length > 0 ? pricing : [{}]).map((entry) => completeEntry(entry, spec)),
});

/** The values that the sandbox uses for missing fields, by JSON pointer. */
export const fillings: Readonly<Record<string, Filling>> = {
  // An end would change the amounts of commits, which count for each period until the end.
  [`${record}/end`]: { words: 'ends the agreement with the lengths of its prices, if any' },
  [`${record}/start`]: fillRecord('lets the offer start at acceptance', () => ({ variableStartDate: true })),
  [`${record}/beneficiaries`]: fillRecord(
    'uses the billing account of its demonstration buyer',
    ({ beneficiaries: [first, ...rest] = [] }) => ({
      beneficiaries: [
        {
          ...first,
          id: '10000000-0000-4000-a000-000000000001:10000000-0000-4000-a000-000000000002_2019-05-31',
        },
        ...rest,
      ],
    }),
  ),
  [`${record}/partners`]: fillRecord(
    'uses its demonstration partner',
    ({ partners: [first, ...rest] = [] }) => ({
      partners: [{ partnerName: 'Demonstration partner', location: 'US', ...first, id: '1000001' }, ...rest],
    }),
  ),
  [`${record}/pricing`]: fillRecord('uses a plan of the product, or a placeholder', completeEntries),
  [`${record}/pricing/*/plan`]: fillRecord('uses a plan of the product, or a placeholder', completeEntries),
  [`${record}/pricing/*/discountPercentage`]: fillRecord('uses the list price', completeEntries),
  [`${record}/pricing/*/basePlan`]: fillRecord(
    'uses a plan of the product, or a placeholder',
    completeEntries,
  ),
  [`${record}/pricing/*/newPlanDetails`]: fillRecord('uses the name of the offer', completeEntries),
};
