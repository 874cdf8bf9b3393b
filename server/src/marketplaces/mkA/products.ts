import { LRUCache } from 'lru-cache';
import type { MarketplaceAdapter } from '../adapter.ts';
import { MarketplaceError } from '../errors.ts';
import type { ProductSnapshot } from '../snapshots.ts';
import type { JsonObject, ProductChange } from '../specifications.ts';
import type { CatalogPort, Entity } from './catalog.ts';
import { type CatalogChange, change, type EntityType } from './change-set/changes.ts';
import { kinds } from './change-set/listing.ts';
import type { ProductKind } from './change-set/offer-terms.ts';
import { type ChangeSets, nameOf, tokenOf } from './change-sets.ts';
import { noneIfRefused, refusal } from './errors.ts';
import { changedSince, type Part, readPart } from './lists.ts';
import { withoutUndefined } from './shown/prices.ts';

export const productTypes = Object.keys(kinds);

type ProductDetails = {
  Description?: {
    ProductTitle?: string;
    ProductCode?: string;
    Manufacturer?: string;
    Visibility?: string;
    Sku?: string;
  };
  Dimensions?: readonly { Key?: string; Name?: string; Description?: string; Types?: readonly string[] }[];
  Versions?: Version | readonly Version[];
};
type Version = { DeliveryOptions?: readonly { Id?: string; FulfillmentUrl?: string }[] };

const visibility: Readonly<Record<string, ProductSnapshot['status']>> = {
  Draft: 'PENDING_CREATE',
  Limited: 'CREATED',
  Public: 'PUBLIC',
  Restricted: 'RESTRICTED',
  Unavailable: 'UNAVAILABLE',
};

const detailsOf = ({ details }: Entity): ProductDetails => details as ProductDetails;
const deliveryOf = ({ Versions = [] }: ProductDetails) =>
  (Array.isArray(Versions) ? (Versions as Version[]) : [Versions as Version])
    .flatMap(({ DeliveryOptions = [] }) => DeliveryOptions)
    .find(({ FulfillmentUrl }) => FulfillmentUrl);

/**
 * Converts a listing to a snapshot. List prices are excluded, because only the public offer contains them.
 */
export function showProduct(entity: Entity): ProductSnapshot | undefined {
  const known = kinds[entity.type];
  if (!known) return undefined;
  const shown = detailsOf(entity);
  const { Description = {}, Dimensions = [] } = shown;
  const isMetered = (types: readonly string[] = []) => types.some((type) => type.endsWith('Metered'));
  const named = (of: typeof Dimensions) =>
    of.map(({ Key, Name, Description: description, Types }) =>
      withoutUndefined({ key: Key, name: Name, description, types: Types && [...Types] }),
    );
  const fees = Dimensions.filter(({ Types }) => !isMetered(Types));
  const meters = Dimensions.filter(({ Types }) => isMetered(Types));
  return {
    key: undefined,
    externalId: entity.id,
    status: visibility[Description.Visibility ?? ''] ?? 'CREATED',
    name: Description.ProductTitle,
    productType: typeOf(known.kind, fees.length, meters.length),
    fulfillmentUrl: deliveryOf(shown)?.FulfillmentUrl,
    vendorName: Description.Manufacturer,
    failure: undefined,
    terms: withoutUndefined({
      commits: fees.length > 0 ? named(fees) : undefined,
      dimensions: meters.length > 0 ? named(meters) : undefined,
    }),
    mirror: { [known.field]: { ...(entity.details as JsonObject), productId: entity.id } },
  };
}

function typeOf(kind: ProductKind, fees: number, meters: number): string {
  if (kind === 'professionalServices') return 'PROFESSIONAL_SERVICES';
  if (fees > 0) return 'CONTRACT';
  return meters > 0 ? 'USAGE_BASED' : 'UNKNOWN';
}

/** Constant data about products for other parts of the adapter, read once. */
export type ProductFacts = {
  kindOf(productId: string): Promise<ProductKind | undefined>;
  codeOf(productId: string): Promise<string | undefined>;
  /** Finds the id of the product that has a code. */
  withCode(code: string): Promise<string | undefined>;
};

type Fact = { kind: ProductKind | undefined; code: string | undefined };

export function createProductFacts(catalog: CatalogPort): ProductFacts {
  const known = new LRUCache<string, Fact>({ max: 1000 });
  const keep = (entity: Entity): Fact => {
    const fact = { kind: kinds[entity.type]?.kind, code: detailsOf(entity).Description?.ProductCode };
    // The marketplace assigns the code some time after it creates the product.
    if (fact.code) known.set(entity.id, fact);
    return fact;
  };
  const factOf = async (id: string): Promise<Fact | undefined> => {
    const kept = known.get(id);
    if (kept) return kept;
    // Facts of products without a description are unknown; callers must handle this case.
    const entity = await catalog.describe(id).catch(noneIfRefused);
    return entity && keep(entity);
  };
  const inMemory = (code: string) => [...known.entries()].find(([, fact]) => fact.code === code)?.[0];
  return {
    kindOf: async (id) => (await factOf(id))?.kind,
    codeOf: async (id) => (await factOf(id))?.code,
    withCode: async (code) => {
      const found = inMemory(code);
      if (found) return found;
      for (const type of productTypes) {
        let token: string | undefined;
        do {
          const { ids, next } = await catalog.list({ type, token });
          for (const entity of await catalog.describeAll(ids)) keep(entity);
          if (inMemory(code)) return inMemory(code);
          token = next;
        } while (token);
      }
      return undefined;
    },
  };
}

type Port = Pick<
  MarketplaceAdapter,
  'createProduct' | 'findProduct' | 'updateProduct' | 'publishProduct' | 'readProduct' | 'listProducts'
>;

/** Creates the adapter methods for listings, which read listings and change their name or fulfilment URL. */
export function createProductPort(catalog: CatalogPort, changeSets: ChangeSets): Port {
  const inPortal = (what: string) =>
    refusal(
      'NOT_SUPPORTED',
      `The marketplace ${what} only in its own portal. Use the portal, then synchronize.`,
    );

  /** A retry polls until the listing has the requested values. */
  async function update(externalId: string, wanted: ProductChange): Promise<void> {
    const entity = await catalog.describe(externalId);
    const changes = entity && productChanges(entity, wanted);
    if (!entity || !changes) throw refusal('ResourceNotFoundException');
    if (changes.length === 0) return;
    const key = tokenOf('product', externalId, JSON.stringify(changes), entity.lastModified ?? '');
    const [latest] = await catalog.changeSetsOf(nameOf('product', key));
    const state = latest?.ChangeSetId
      ? await changeSets.read(latest.ChangeSetId)
      : await changeSets.start('product', changes, key);
    if (state.state === 'FAILED') throw refusal(state.code, state.readable);
    const retryAfterMs = state.state === 'RUNNING' ? state.askAgainMs : 1000;
    throw new MarketplaceError('the listing is being changed', {
      kind: 'throttled',
      readable: 'The marketplace is still changing the listing.',
      retryAfterMs,
    });
  }

  return {
    createProduct: async () => {
      throw inPortal('makes listings');
    },
    findProduct: async () => undefined,
    publishProduct: async () => {
      throw inPortal('publishes listings');
    },
    updateProduct: update,
    readProduct: async (externalId) => {
      const entity = await catalog.describe(externalId);
      return entity && showProduct(entity);
    },
    listProducts: (query = {}) =>
      readPart(catalog, parts, query, async (ids) => ids.map((externalId) => ({ externalId }))),
  };
}

const parts: readonly Part[] = productTypes.map((type) => ({
  name: type,
  noun: `listings of the type ${type}`,
  query: (since) => ({
    type,
    ...(since !== undefined && hasFilters(type)
      ? { filters: { [`${type}Filters`]: changedSince(since) } }
      : {}),
  }),
}));

/** Professional services cannot be listed by the time of their last change. */
const hasFilters = (type: string): boolean => type !== 'ProfessionalServicesProduct';

const longestTitle = 72;
/**
 * Pattern of a fulfilment URL. The host must be public, because the marketplace redirects buyers to public
 * hosts only.
 */
const fulfilmentUrl = /^(?=.{8,2048}$)https:\/\/[-a-zA-Z0-9@._]{1,256}\.[a-zA-Z0-9()]{1,63}\b/;

/** Builds the changes from the current listing to the requested listing. */
function productChanges(entity: Entity, wanted: ProductChange): CatalogChange[] | undefined {
  const known = kinds[entity.type];
  if (!known) return undefined;
  const shown = detailsOf(entity);
  const type = `${entity.type}@1.0` as EntityType;
  const delivery = deliveryOf(shown);
  const changes: CatalogChange[] = [];
  if (wanted.name && wanted.name.trim().length > longestTitle)
    throw refusal(
      'INVALID_TITLE',
      `The marketplace accepts listing names of at most ${longestTitle} characters.`,
    );
  if (wanted.name && wanted.name.trim() !== shown.Description?.ProductTitle)
    changes.push(change('UpdateInformation', type, entity.id, { ProductTitle: wanted.name.trim() }));
  if (wanted.fulfillmentUrl && wanted.fulfillmentUrl !== delivery?.FulfillmentUrl) {
    if (known.kind !== 'saas' || !delivery?.Id)
      throw refusal(
        'INVALID_UPDATE_REQUEST',
        'Only listings of hosted software that have a fulfilment URL can change it.',
      );
    if (!fulfilmentUrl.test(wanted.fulfillmentUrl)) throw refusal('INVALID_FULFILLMENT_URL');
    const option = {
      Id: delivery.Id,
      Details: { SaaSUrlDeliveryOptionDetails: { FulfillmentUrl: wanted.fulfillmentUrl } },
    };
    changes.push(change('UpdateDeliveryOptions', type, entity.id, { DeliveryOptions: [option] }));
  }
  return changes;
}
