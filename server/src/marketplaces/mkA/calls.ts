import type { Connection } from '../connector.ts';
import { MarketplaceError } from '../errors.ts';
import { type Clients, createClients, type Endpoint, type Libraries, loadLibraries } from './clients.ts';
import { deniedAction, type Effect, missingRight, toMarketplaceError } from './errors.ts';
import type { KeyFreshness, Keys, Sessions } from './sessions.ts';
import { homeRegion, readSettings, type Settings } from './settings.ts';

/** A rate-limited API: its name and its calls per second. */
type Rate = readonly [api: string, perSecond: number];

/** Published rate limits by API name. */
export const rates = {
  startChangeSet: ['startChangeSet', 5],
  listChangeSets: ['listChangeSets', 5],
  describeChangeSet: ['describeChangeSet', 10],
  listEntities: ['listEntities', 10],
  describeEntity: ['describeEntity', 20],
  meterUsage: ['meterUsage', 10],
  cancellationRequest: ['cancellationRequest', 2],
  refund: ['batchCreateBillingAdjustmentRequest', 2],
  readRefund: ['getBillingAdjustmentRequest', 5],
  listInvoices: ['listAgreementInvoiceLineItems', 10],
} as const satisfies Record<string, Rate>;

type Service = keyof Clients;
type ClientOf<S extends Service> = Awaited<ReturnType<Clients[S]['get']>>;
type Send<S extends Service, T> = (client: ClientOf<S>, library: Libraries[S]) => Promise<T>;
export type CallOptions = {
  rate?: Rate;
  /** Whether a lost response leaves the outcome unknown; defaults to `reads`. */
  effect?: Effect;
  /** Converts errors that have a different meaning for this call. */
  explain?: (thrown: unknown) => MarketplaceError | undefined;
};

/** The calls of one organization: rate limited, signed for its account, with classified failures. */
export type Calls = {
  settings(): Settings;
  call<S extends Service, T>(service: S, send: Send<S, T>, options?: CallOptions): Promise<T>;
  /**
   * Calls a service without a client library, using the signing keys. Failures are converted like client
   * errors.
   */
  signed<T>(send: (keys: Keys) => Promise<T>, options?: CallOptions): Promise<T>;
  keys(wanted?: KeyFreshness): Promise<Keys>;
  /** Reads the seller's account number. */
  account(): Promise<string>;
};

export type CallDeps = { sessions: Sessions; endpoint: Endpoint };

/** Creates the calls of a connection. The first call validates the settings. */
export function createCalls(deps: CallDeps, connection: Connection): Calls {
  let read: Settings | undefined;
  let clients: Clients | undefined;

  function settings(): Settings {
    if (read) return read;
    const found = readSettings(connection.settings);
    if (Array.isArray(found)) throw badSettings(found.map(({ message }) => message));
    read = found;
    return found;
  }
  const keys = (wanted?: KeyFreshness) =>
    deps.sessions.keysOf(settings().entry, connection.externalId, wanted);
  const made = (): Clients => {
    const { region, queue } = settings();
    clients ??= createClients(
      { region, queueRegion: queue?.region ?? homeRegion },
      () => keys(),
      deps.endpoint,
    );
    return clients;
  };

  /** Discards the session, so that the next call starts a new session. */
  function renew(): void {
    deps.sessions.forget(settings().entry, connection.externalId);
    clients = undefined;
  }

  async function call<S extends Service, T>(
    service: S,
    send: Send<S, T>,
    options: CallOptions = {},
  ): Promise<T> {
    const { [service]: library } = await loadLibraries();
    return attempts(async () => send((await made()[service].get()) as ClientOf<S>, library), options);
  }

  const attempts = createAttempts(connection.takeRate, renew, async () => mayListOffers(made()));
  const keyAccount = accountBy(call);
  return {
    settings,
    call,
    signed: (send, options = {}) => attempts(async () => send(await keys()), options),
    keys,
    account: () => {
      const { entry } = settings();
      return entry.kind === 'role' ? Promise.resolve(entry.role.account) : keyAccount();
    },
  };
}

/**
 * Creates the function that makes a call. The function waits for the rate limit, retries once after an ended
 * session, and converts failures.
 */
function createAttempts(
  takeRate: Connection['takeRate'],
  renew: () => void,
  isLetIn: () => Promise<boolean>,
) {
  return async <T>(send: () => Promise<T>, { rate, effect = 'reads', explain }: CallOptions): Promise<T> => {
    if (rate) await takeRate(...rate);
    for (let attempt = 0; ; attempt++) {
      try {
        return await send();
      } catch (thrown) {
        const explained = explain?.(thrown);
        if (explained) throw explained;
        const error = toMarketplaceError(thrown, effect);
        const action = deniedAction(thrown);
        if (error.kind === 'unauthorized') renew();
        // A denied call had no effect, so a retry is safe. The retry uses a new session with the role's
        // current permissions.
        if (attempt === 0 && (action || isEnded(thrown))) continue;
        if (action && (await isLetIn())) throw missingRight(action);
        throw error;
      }
    }
  };
}

/** Creates the function that looks up the account that owns the keys. A successful result is cached. */
function accountBy(call: Calls['call']): () => Promise<string> {
  let account: Promise<string> | undefined;
  const ask = async () => {
    const { Account = '' } = await call('token', (client, { GetCallerIdentityCommand }) =>
      client.send(new GetCallerIdentityCommand({})),
    );
    return Account;
  };
  return () => {
    account ??= ask().catch((error: unknown) => {
      account = undefined;
      throw error;
    });
    return account;
  };
}

/** Returns whether the catalogue accepts the credentials. */
async function mayListOffers({ catalog }: Clients): Promise<boolean> {
  const { ListEntitiesCommand } = (await loadLibraries()).catalog;
  const client = await catalog.get();
  return client
    .send(new ListEntitiesCommand({ Catalog: 'AWSMarketplace', EntityType: 'Offer', MaxResults: 1 }))
    .then(
      () => true,
      () => false,
    );
}

const isEnded = (thrown: unknown): boolean =>
  ['ExpiredToken', 'ExpiredTokenException'].includes((thrown as { name?: string } | undefined)?.name ?? '') &&
  (thrown as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode !== undefined;

export const badSettings = (messages: readonly string[]): MarketplaceError =>
  new MarketplaceError('the settings of the integration cannot be used', {
    kind: 'unauthorized',
    readable: messages.join(' '),
  });
