/** The values that marketplace A requires of a private offer, besides a product and a price. */
export const completeOnA = {
  name: 'Complete',
  expireTime: '2091-01-01T00:00:00.000Z',
  info: {
    currency: 'USD',
    eulaType: 'SCMP',
    buyerMkAAccountIds: ['100000000001'],
    mkAAgreementDuration: 'P12M',
  },
};

/** The values that marketplace C requires of a private offer in May 2031, besides a product and a price. */
export const completeOnC = {
  name: 'Complete',
  expireTime: '2031-06-30T00:00:00.000Z',
  info: {
    currency: 'USD',
    eulaType: 'SCMP',
    mkCCustomerInfo: {
      organization: 'Globex',
      contact: 'Hank Scorpio',
      unverifiedBillingAccount: '012345-567890-ABCDEF',
    },
    mkCDuration: 12,
    mkCOfferDealType: 'NEW',
    mkCProviderInfo: { salesContactName: 'Ada Lovelace', salesContactEmail: 'ada@example.com' },
  },
};
