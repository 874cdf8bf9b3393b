import { type ListingMirror, monthsOf, sellerValues } from './facts.ts';

export const mkF: ListingMirror = (listing, derive) => {
  const { organizationId, id, name, currency, commits, dimensions, isPublic } = listing;
  const [usage] = dimensions;
  return {
    mkFProduct: {
      listingType: 'PAID',
      distribution: 'EXTERNAL',
      ...sellerValues(listing, 'mkFProduct'),
      name: name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_'),
      globalName: `GZ${derive.code(12, 'mkF listing', organizationId, id).toUpperCase()}`,
      profileName: listing.vendor,
      state: isPublic ? 'PUBLISHED' : 'DRAFT',
      metadata: { title: name, description: name },
      pricingPlans: commits.map((fee) => ({
        name: fee.key,
        display_name: fee.name,
        base_fee: fee.rate,
        currency,
        contract_type: 'SUBSCRIPTION',
        contract_duration_months: String(monthsOf(fee)),
        pricing_model: usage ? 'BASE_FEE_AND_USAGE' : 'BASE_FEE',
        usage_details: usage && { usage_unit_kind: usage.key, usage_unit_price: usage.rate },
        visibility: 'PUBLIC',
        state: isPublic ? 'PUBLISHED' : 'DRAFT',
      })),
    },
  };
};
