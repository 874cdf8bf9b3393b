const landing = (organizationId: string) =>
  new RegExp(`^/public/signup/[^/]+/orgId/${organizationId.replaceAll(/\W/g, '')}/?$`, 'i');

/** Says whether an address is the one that marketplaces send an organization's buyers to, at whatever host. */
export const isLandingAddress = (url: string, organizationId: string): boolean =>
  URL.canParse(url) && landing(organizationId).test(new URL(url).pathname);

/** The address that a marketplace sends an organization's buyers to. */
export const landingAddress = (baseUrl: string, partner: string, organizationId: string): string =>
  `${baseUrl}/public/signup/${partner.toLowerCase()}/orgId/${organizationId}`;
