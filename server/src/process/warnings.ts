import type { Config } from '../platform/system/config.ts';

/** Names settings that are good by themselves but do not fit together: the service starts all the same. */
export function startWarnings({ proxies, baseUrl }: Pick<Config, 'proxies' | 'baseUrl'>): string[] {
  if (proxies > 0 || !baseUrl?.startsWith('https:')) return [];
  return [
    'BASE_URL is https, so a proxy stands before this service, but TRUST_PROXY is false: all callers share the address of ' +
      'the proxy, and so the limits of sign-in. Set TRUST_PROXY to true, or to the number of proxies.',
  ];
}
