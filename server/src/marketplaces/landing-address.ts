const landing = (organizationId: string) =>
  new RegExp(`^/public/signup/[^/]+/orgId/${organizationId.replaceAll(/\W/g, '')}/?$`, 'i');

/** Returns whether a URL has the path of an organization's landing page; the host is ignored. */
export const isLandingAddress = (url: string, organizationId: string): boolean =>
  URL.canParse(url) && landing(organizationId).test(new URL(url).pathname);

/** Returns the URL to which a marketplace sends an organization's buyers. */
export const landingAddress = (baseUrl: string, partner: string, organizationId: string): string =>
  `${baseUrl}/public/signup/${partner.toLowerCase()}/orgId/${organizationId}`;
