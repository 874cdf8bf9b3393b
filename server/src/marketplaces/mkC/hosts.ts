/** The addresses of the vendor's interfaces, without a slash at the end. Requests go to no other address. */
export type Hosts = Readonly<Record<keyof typeof vendorHosts, string>>;

const vendorHosts = {
  signIn: 'https://oauth2.googleapis.com',
  keys: 'https://www.googleapis.com',
  procurement: 'https://cloudcommerceprocurement.googleapis.com',
  messages: 'https://pubsub.googleapis.com',
  usage: 'https://servicecontrol.googleapis.com',
  storage: 'https://storage.googleapis.com',
  producer: 'https://commerceproducer.googleapis.com',
} as const;

/** Audience of sign-in assertions. */
export const tokenAudience = `${vendorHosts.signIn}/token`;

/** Returns the vendor's addresses, or the address of the local service in tests. */
export const hostsOf = (endpoint: string | undefined): Hosts =>
  endpoint === undefined
    ? vendorHosts
    : (Object.fromEntries(Object.keys(vendorHosts).map((name) => [name, endpoint])) as Hosts);

/**
 * Creates a path of resource names.
 * @throws Error for a segment that would change the meaning of the path
 */
export function pathOf(...segments: readonly string[]): string {
  const wrong = segments.find((segment) => segment === '' || segment === '.' || segment === '..');
  if (wrong !== undefined) throw new TypeError('a path segment is empty or relative');
  return segments.map((segment) => `/${encodeURIComponent(segment)}`).join('');
}
