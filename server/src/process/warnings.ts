import type { Config } from '../platform/system/config.ts';

/** Returns warnings for settings that are valid but inconsistent. The service starts despite warnings. */
export function startWarnings({ proxies, baseUrl }: Pick<Config, 'proxies' | 'baseUrl'>): string[] {
  if (proxies > 0 || !baseUrl?.startsWith('https:')) return [];
  return [
    'BASE_URL is https, so there is a proxy in front of this service, but TRUST_PROXY is false: all callers share the ' +
      'address of the proxy, and so its sign-in limits. Set TRUST_PROXY to true, or to the number of proxies.',
  ];
}
