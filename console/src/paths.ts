/** Every address of the console: links are made of these, and of nothing else. */
export const paths = {
  home: '/',
  callback: '/callback',
  signedOut: '/signed-out',
  organizations: '/organizations',
  account: '/account',
  overview: '/org/$orgId',
  offers: '/org/$orgId/offers',
  newOffer: '/org/$orgId/offers/new',
  offer: '/org/$orgId/offers/$offerId',
  entitlements: '/org/$orgId/entitlements',
  entitlement: '/org/$orgId/entitlements/$entitlementId',
  sandbox: '/org/$orgId/sandbox',
  members: '/org/$orgId/members',
  clients: '/org/$orgId/clients',
} as const;
