import type { Connection } from '../connector.ts';
import { MarketplaceError } from '../errors.ts';
import { type Clients, createClients, type Endpoint, type Libraries, loadLibraries } from './clients.ts';
import { deniedAction, type Effect, missingRight, toMarketplaceError } from './errors.ts';
import type { Keys, Sessions, Wanted } from './sessions.ts';
import { homeRegion, readSettings, type Settings } from './settings.ts';

/** An interface that the marketplace limits: its name, and how many calls it takes in a second. */
type Rate = readonly [api: string, perSecond: number];

/** The published rates of the interfaces, by their names. */
export const rates = {
  startChangeSet: ['startChangeSet', 5],
  listChangeSets: ['listChangeSets', 5],
  describeChangeSet: ['describeChangeSet', 10],
  listEntities: ['listEntities', 10],
  describeEntity: ['describeEntity', 20],
  meterUsage: ['meterUsage', 10],
} as const satisfies Record<string, Rate>;

type Service = keyof Clients;
type ClientOf<S extends Service> = Awaited<ReturnType<Clients[S]['get']>>;
type Send<S extends Service, T> = (client: ClientOf<S>, library: Libraries[S]) => Promise<T>;
export type CallOptions = {
  rate?: Rate;
  /** Whether an answer that is lost leaves something open; reads when absent. */
  effect?: Effect;
  /** What the thrown thing means, where it does not mean what it usually does. */
  explain?: (thrown: unknown) => MarketplaceError | undefined;
};

/** The calls of one organization: within the rates, signed for its account, with failures by their kind. */
export type Calls = {
  settings(): Settings;
  call<S extends Service, T>(service: S, send: Send<S, T>, options?: CallOptions): Promise<T>;
  keys(wanted?: Wanted): Promise<Keys>;
  /** The seller's account. */
  account(): Promise<string>;
};

export type CallDeps = { sessions: Sessions; endpoint: Endpoint };

/** Creates the calls of a connection; nobody is called, and no setting judged, until the first of them. */
export function createCalls(deps: CallDeps, connection: Connection): Calls {
  let read: Settings | undefined;
  let clients: Clients | undefined;
  let account: Promise<string> | undefined;

  function settings(): Settings {
    if (read) return read;
    const found = readSettings(connection.settings);
    if (Array.isArray(found)) throw badSettings(found.map(({ message }) => message));
    read = found;
    return found;
  }
  const keys = (wanted?: Wanted) => deps.sessions.keysOf(settings().entry, connection.externalId, wanted);
  const made = (): Clients => {
    const { region, queue } = settings();
    clients ??= createClients(
      { region, queueRegion: queue?.region ?? homeRegion },
      () => keys(),
      deps.endpoint,
    );
    return clients;
  };

  /** Lets the next call come in anew. */
  function renew(): void {
    deps.sessions.forget(settings().entry, connection.externalId);
    clients = undefined;
  }

  async function call<S extends Service, T>(
    service: S,
    send: Send<S, T>,
    { rate, effect = 'reads', explain }: CallOptions = {},
  ): Promise<T> {
    const { [service]: library } = await loadLibraries();
    if (rate) await connection.takeRate(...rate);
    for (let attempt = 0; ; attempt++) {
      try {
        const client = (await made()[service].get()) as ClientOf<S>;
        return await send(client, library);
      } catch (thrown) {
        const explained = explain?.(thrown);
        if (explained) throw explained;
        const error = toMarketplaceError(thrown, effect);
        const action = deniedAction(thrown);
        if (error.kind === 'unauthorized') renew();
        // Nothing was done. A session that was ended before its time, or that is of a role as it was, is replaced.
        if (attempt === 0 && (action || isEnded(thrown))) continue;
        if (action && (await mayListOffers(made()))) throw missingRight(action);
        throw error;
      }
    }
  }

  return {
    settings,
    call,
    keys,
    account: () => {
      const { entry } = settings();
      if (entry.kind === 'role') return Promise.resolve(entry.role.account);
      account ??= accountOf(call).catch((error: unknown) => {
        account = undefined;
        throw error;
      });
      return account;
    },
  };
}

async function accountOf(call: Calls['call']): Promise<string> {
  const { Account = '' } = await call('token', (client, { GetCallerIdentityCommand }) =>
    client.send(new GetCallerIdentityCommand({})),
  );
  return Account;
}

/** Whether the catalogue lets us in at all. */
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
