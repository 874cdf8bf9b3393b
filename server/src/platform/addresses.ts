/**
 * The service's own addresses. Until BASE_URL is set by hand, the loopback names of the listening port are all it:
 * a caller may name the service by any of them.
 */
export type Addresses = {
  baseUrl(): string;
  authUrl(): string;
  /** True when the URL names this service, with or without a trailing slash. */
  isBaseUrl(url: string): boolean;
  /** Every name that a token may have been made for. */
  audiences(): string[];
  listening(port: number): void;
};

export function createAddresses(options: {
  baseUrl: string | undefined;
  authUrl: string | undefined;
  host: string;
  port: number;
}): Addresses {
  let port = options.port;
  const trimmed = (url: string) => url.replace(/\/+$/, '');
  const bracketed = (host: string) => (host.includes(':') ? `[${host}]` : host);
  const everyInterface = ['0.0.0.0', '::'].includes(options.host);
  const listeningUrl = () => `http://${bracketed(everyInterface ? '127.0.0.1' : options.host)}:${port}`;
  const baseUrl = () => options.baseUrl ?? listeningUrl();
  const audiences = () =>
    options.baseUrl
      ? [options.baseUrl]
      : [
          ...new Set([
            listeningUrl(),
            ...['localhost', '127.0.0.1', '[::1]'].map((name) => `http://${name}:${port}`),
          ]),
        ];
  return {
    baseUrl,
    authUrl: () => options.authUrl ?? options.baseUrl ?? listeningUrl(),
    isBaseUrl: (url) => audiences().includes(trimmed(url)),
    audiences,
    listening: (actual) => {
      port = actual;
    },
  };
}
