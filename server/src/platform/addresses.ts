/** The service's own URLs. Without BASE_URL, a caller may use any loopback name with the listening port. */
export type Addresses = {
  baseUrl(): string;
  authUrl(): string;
  /** Whether a URL is the base URL of this service, with or without a trailing slash. */
  isBaseUrl(url: string): boolean;
  /** Valid audiences of tokens. */
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
