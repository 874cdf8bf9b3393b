import {
  type AgreementSnapshot,
  type Capabilities,
  type Change,
  completedChange,
  type MarketplaceAdapter,
  type MarketplaceError,
  type OfferSetSpec,
  type OfferSnapshot,
  type OfferSpec,
} from '../src/marketplaces/index.ts';
import { capabilitiesOf } from '../src/marketplaces/sandbox/index.ts';

type QueuedOffer = {
  externalId: string;
  spec: OfferSpec;
  status: OfferSnapshot['status'];
  expireTime: string | undefined;
  revision?: number | undefined;
};
type QueuedSet = { spec: OfferSetSpec; offerIds: readonly string[] | undefined };
type QueuedChange = { change: Change; isAsked: number; apply: () => string };

const control = () => ({
  can: {} as Partial<Capabilities>,
  /** Errors of the next calls, thrown before the call has an effect. */
  failures: [] as Error[],
  /** Errors of the next changes, thrown after the change was accepted. */
  losses: [] as Error[],
  /** Whether lookups by our key return results yet. */
  shows: true,
  /** Whether the adapter supports lookups by our key. */
  looksUp: true,
  askAgainMs: 60_000,
  /** Known rejections of offer sets. */
  setRefusals: [] as { pointer: string; message: string }[],
  /** Whether changes are DONE immediately. */
  atOnce: false,
  onUnauthorized: undefined as ((partner: string, error: MarketplaceError) => Promise<boolean>) | undefined,
});

const createState = () => ({
  offers: new Map<string, QueuedOffer>(),
  /** Released sets by id, with the offers that were released. */
  sets: new Map<string, QueuedSet>(),
  agreements: new Map<string, AgreementSnapshot>(),
  changes: new Map<string, QueuedChange>(),
  byKey: new Map<string, string>(),
  calls: [] as [name: string, ...given: unknown[]][],
  control: control(),
});
type State = ReturnType<typeof createState>;

function begin({ calls, control }: State, name: string, ...given: unknown[]): void {
  calls.push([name, ...given]);
  const failure = control.failures.shift();
  if (failure) throw failure;
}

/** Accepts a change, once for each key. */
function queue({ byKey, changes, control }: State, key: string, apply: () => string): Change {
  const handle = byKey.get(key) ?? `set-${changes.size + 1}`;
  const { atOnce, askAgainMs } = control;
  if (!byKey.has(key)) {
    byKey.set(key, handle);
    const change: Change = atOnce
      ? { state: 'DONE', handle, externalId: apply() }
      : { state: 'RUNNING', handle, askAgainMs };
    changes.set(handle, { change, isAsked: 0, apply });
  }
  const loss = control.losses.shift();
  if (loss) throw loss;
  return (changes.get(handle) as QueuedChange).change;
}

const show = ({ externalId, status, spec, revision }: QueuedOffer): OfferSnapshot => ({
  key: undefined,
  externalId,
  revision,
  status,
  privateOfferUrl: `https://marketplace.example/${externalId}`,
  failure: undefined,
  mirror: { mkAPrivateOffer: { name: spec.name } },
});

type OfferPort = Pick<
  MarketplaceAdapter,
  'createOffer' | 'findOffer' | 'readOffer' | 'updateOffer' | 'extendOffer' | 'cancelOffer' | 'readChange'
>;

const offerPort = (state: State): OfferPort => ({
  createOffer: async (spec, key) => {
    begin(state, 'createOffer', spec, key);
    return queue(state, key, () => {
      const externalId = `offer-${state.offers.size + 1}`;
      const { expireTime } = spec;
      state.offers.set(externalId, { externalId, spec, status: 'PENDING_ACCEPTANCE', expireTime });
      return externalId;
    });
  },
  findOffer: async (key) => {
    begin(state, 'findOffer', key);
    const found = [...state.offers.values()].find(({ spec }) => spec.key === key);
    return state.control.shows && found ? { state: 'DONE', externalId: found.externalId } : undefined;
  },
  readOffer: async (externalId) => {
    begin(state, 'readOffer', externalId);
    const offer = state.offers.get(externalId);
    return offer && show(offer);
  },
  updateOffer: async (externalId, change, key) => {
    begin(state, 'updateOffer', externalId, change, key);
    return queue(state, key, () => externalId);
  },
  extendOffer: async (externalId, expireTime, key) => {
    begin(state, 'extendOffer', externalId, expireTime, key);
    return queue(state, key, () => {
      Object.assign(state.offers.get(externalId) as QueuedOffer, { expireTime });
      return externalId;
    });
  },
  cancelOffer: async (externalId, key) => {
    begin(state, 'cancelOffer', externalId, key);
    return queue(state, key, () => {
      Object.assign(state.offers.get(externalId) as QueuedOffer, { status: 'EXPIRED' });
      return externalId;
    });
  },
  readChange: async (handle) => {
    begin(state, 'readChange', handle);
    const queued = state.changes.get(handle);
    if (queued) queued.isAsked++;
    return queued?.change ?? { state: 'FAILED', code: 'NOT_FOUND', readable: 'There is no such change.' };
  },
});

type SetPort = Required<
  Pick<MarketplaceAdapter, 'createOfferSet' | 'findOfferSet' | 'releaseOfferSet' | 'validateOfferSet'>
>;

const setPort = (state: State): SetPort => ({
  createOfferSet: async (spec, key) => {
    begin(state, 'createOfferSet', spec, key);
    return queue(state, key, () => {
      const externalId = `offer-set-${state.sets.size + 1}`;
      state.sets.set(externalId, { spec, offerIds: undefined });
      return externalId;
    });
  },
  findOfferSet: async (key) => {
    begin(state, 'findOfferSet', key);
    const [externalId] = [...state.sets].find(([, { spec }]) => spec.key === key) ?? [];
    return externalId === undefined ? undefined : { state: 'DONE', externalId };
  },
  releaseOfferSet: async (externalId, spec, externalOfferIds, key) => {
    begin(state, 'releaseOfferSet', externalId, spec, externalOfferIds, key);
    return queue(state, key, () => {
      state.sets.set(externalId, { spec, offerIds: externalOfferIds });
      return externalId;
    });
  },
  validateOfferSet: () => state.control.setRefusals,
});

const restOfPort = (state: State): Omit<MarketplaceAdapter, keyof OfferPort | keyof SetPort> => ({
  describe: () => {
    const { usage, ...known } = capabilitiesOf('MKA');
    return { ...known, usage: undefined, ...state.control.can };
  },
  readAgreement: async (externalId) => {
    begin(state, 'readAgreement', externalId);
    return state.agreements.get(externalId);
  },
  createProduct: async () => ({ externalId: 'product-1' }),
  findProduct: async () => undefined,
  updateProduct: async () => undefined,
  publishProduct: async () => undefined,
  readProduct: async () => undefined,
  listProducts: async () => {
    begin(state, 'listProducts');
    return { items: [] };
  },
  approveAgreement: async (externalId) => {
    begin(state, 'approveAgreement', externalId);
    return completedChange(externalId);
  },
  cancelAgreement: async (externalId, key) => {
    begin(state, 'cancelAgreement', externalId, key);
    return queue(state, key, () => {
      const agreement = state.agreements.get(externalId) as AgreementSnapshot;
      state.agreements.set(externalId, { ...agreement, status: 'CANCELLED', externalStatus: 'CANCELLED' });
      return externalId;
    });
  },
  changeQuantity: async (externalId) => completedChange(externalId),
  verifyNotification: async ({ rawBody }) => JSON.parse(rawBody),
});

/**
 * Creates an asynchronous marketplace double. Changes are RUNNING until the test ends them, and the records
 * do not contain our keys.
 */
export function openQueuedMarketplace() {
  const state = createState();
  const port: MarketplaceAdapter = { ...offerPort(state), ...setPort(state), ...restOfPort(state) };
  const { findOffer, ...blind } = port;
  const endAll = (end: (handle: string, queued: QueuedChange) => Change): void => {
    for (const [handle, queued] of state.changes)
      if (queued.change.state === 'RUNNING') queued.change = end(handle, queued);
  };
  return {
    ...state,
    adapter: (): MarketplaceAdapter => (state.control.looksUp ? port : blind),
    /** Returns the number of calls to an operation. */
    count: (name: string) => state.calls.filter(([called]) => called === name).length,
    /** Completes the running changes. */
    settle: () => endAll((handle, queued) => ({ state: 'DONE', handle, externalId: queued.apply() })),
    /** Makes the running changes fail. */
    fail: (code: string, readable: string, again = false) =>
      endAll((handle) => ({ state: 'FAILED', handle, code, readable, again })),
    reset: () => {
      for (const known of [state.offers, state.sets, state.agreements, state.changes, state.byKey])
        known.clear();
      state.calls.length = 0;
      Object.assign(state.control, control());
    },
  };
}
