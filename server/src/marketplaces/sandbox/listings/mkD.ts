import { type ListingMirror, monthsOf, sellerValues } from './facts.ts';

export const mkD: ListingMirror = (listing, derive) => {
  const { organizationId, id, name, commits, dimensions, isPublic } = listing;
  const code = `cmjj${derive.digits(6, 'mkD product', organizationId, id)}`;
  return {
    mkDProduct: {
      Type: 'SERVICE',
      ShortDescription: name,
      ...sellerValues(listing, 'mkDProduct'),
      Code: code,
      Name: name,
      Status: isPublic ? 'ON_SALE' : 'OFF_SALE',
      AuditStatus: isPublic ? 'AUDIT_PASS' : 'DRAFT',
      ShopInfo: { Name: listing.vendor },
      ProductSkus: {
        ProductSku: [
          ...commits.map((fee) => ({
            Code: `${code}-${fee.key}`,
            Name: fee.name,
            ChargeType: 'PREPAY',
            Hidden: false,
            OrderPeriods: {
              OrderPeriod: [
                fee.timeUnit === 'YEAR'
                  ? { Name: `${fee.length ?? 1} year`, PeriodType: 'YEAR' }
                  : { Name: `${monthsOf(fee)} month`, PeriodType: 'MONTH' },
              ],
            },
          })),
          ...dimensions.map((meter) => ({
            Code: `${code}-${meter.key}`,
            Name: meter.name,
            ChargeType: 'POSTPAY',
            Hidden: false,
          })),
        ],
      },
    },
  };
};
