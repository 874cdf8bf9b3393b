/** The library of Stripe, loaded when it is first used. */
type Library = typeof import('stripe');
export type Client = InstanceType<Library['default']>;

/** What an integration with Stripe has: `credentials.secretKey` and `credentials.webhookSecret`. */
export type Account = {
  secretKey: string;
  webhookSecret: string | undefined;
  /** Where the API is, in tests. */
  at?: { host: string; port: number; protocol: 'http' };
};

/** A call that takes longer is of unknown outcome. */
const timeoutMs = 20_000;

/** The library itself repeats nothing: what is repeated is our job, which looks first. */
export async function createClient({ secretKey, at }: Account): Promise<Client> {
  const { default: Stripe } = await import('stripe');
  return new Stripe(secretKey, { maxNetworkRetries: 0, timeout: timeoutMs, telemetry: false, ...at });
}
