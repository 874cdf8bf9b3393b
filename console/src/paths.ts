/** All paths of the console. Links are built only from these paths. */
export const paths = {
  home: '/',
  callback: '/callback',
  signedOut: '/signed-out',
  organizations: '/organizations',
  account: '/account',
  styleguide: '/styleguide',
  overview: '/org/$orgId',
  offers: '/org/$orgId/offers',
  newOffer: '/org/$orgId/offers/new',
  offer: '/org/$orgId/offers/$offerId',
  entitlements: '/org/$orgId/entitlements',
  entitlement: '/org/$orgId/entitlements/$entitlementId',
  products: '/org/$orgId/products',
  product: '/org/$orgId/products/$productId',
  offerSets: '/org/$orgId/offer-sets',
  offerSet: '/org/$orgId/offer-sets/$offerSetId',
  contacts: '/org/$orgId/contacts',
  contact: '/org/$orgId/contacts/$contactId',
  buyers: '/org/$orgId/buyers',
  buyer: '/org/$orgId/buyers/$buyerId',
  sandbox: '/org/$orgId/sandbox',
  members: '/org/$orgId/members',
  member: '/org/$orgId/members/$memberId',
  roles: '/org/$orgId/roles',
  newRole: '/org/$orgId/roles/new',
  role: '/org/$orgId/roles/$roleName',
  clients: '/org/$orgId/clients',
} as const;

/** The current path, for links that change only the query string. */
export const here = '.';
