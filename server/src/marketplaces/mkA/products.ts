import { LRUCache } from 'lru-cache';
import type { MarketplaceAdapter } from '../adapter.ts';
import { MarketplaceError } from '../errors.ts';
import type { ProductSnapshot } from '../snapshots.ts';
import type { JsonObject, ProductChange } from '../specifications.ts';
import type { CatalogPort, Entity } from './catalog.ts';
import { type CatalogChange, change, type EntityType } from './change-set/changes.ts';
import type { ProductKind } from './change-set/offer-terms.ts';
import { type ChangeSets, nameOf, tokenOf } from './change-sets.ts';
import { noneIfRefused, refusal } from './errors.ts';
import { changedSince, type Part, readPart } from './lists.ts';
import { defined } from './shown/prices.ts';

/** The kinds of products, by the type of their entity: the record of ours that shows one, and what is sold by it. */
const kinds: Readonly<Record<string, { kind: ProductKind; field: string }>> = {
  SaaSProduct: { kind: 'saas', field: 'mkASaasProduct' },
  ContainerProduct: { kind: 'container', field: 'mkAContainerProduct' },
  AmiProduct: { kind: 'ami', field: 'mkAAmiProduct' },
  MachineLearningProduct: { kind: 'machineLearning', field: 'mkAMachineLearningProduct' },
  ProfessionalServicesProduct: { kind: 'professionalServices', field: 'mkAProfessionalServicesProduct' },
};
/** Models are sold by it, too; they are not listed here. */
export const productTypes = Object.keys(kinds).filter((type) => type !== 'MachineLearningProduct');

type Shown = {
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

const detailsOf = ({ details }: Entity): Shown => details as Shown;
const deliveryOf = ({ Versions = [] }: Shown) =>
  (Array.isArray(Versions) ? (Versions as Version[]) : [Versions as Version])
    .flatMap(({ DeliveryOptions = [] }) => DeliveryOptions)
    .find(({ FulfillmentUrl }) => FulfillmentUrl);

/** Shows a listing. Its list prices are in its public offer, and not shown with it. */
export function showProduct(entity: Entity): ProductSnapshot | undefined {
  const known = kinds[entity.type];
  if (!known) return undefined;
  const shown = detailsOf(entity);
  const { Description = {}, Dimensions = [] } = shown;
  const isMetered = (types: readonly string[] = []) => types.some((type) => type.endsWith('Metered'));
  const named = (of: typeof Dimensions) =>
    of.map(({ Key, Name, Description: description, Types }) =>
      defined({ key: Key, name: Name, description, types: Types && [...Types] }),
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
    terms: defined({
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

/** What other parts ask of products; it never changes, and is read once. */
export type ProductFacts = {
  kindOf(productId: string): Promise<ProductKind | undefined>;
  codeOf(productId: string): Promise<string | undefined>;
  /** The id of the product that has a code. */
  withCode(code: string): Promise<string | undefined>;
};

type Fact = { kind: ProductKind | undefined; code: string | undefined };

export function createProductFacts(catalog: CatalogPort): ProductFacts {
  const known = new LRUCache<string, Fact>({ max: 1000 });
  const keep = (entity: Entity): Fact => {
    const fact = { kind: kinds[entity.type]?.kind, code: detailsOf(entity).Description?.ProductCode };
    // A code is given some time after the product was made.
    if (fact.code) known.set(entity.id, fact);
    return fact;
  };
  const factOf = async (id: string): Promise<Fact | undefined> => {
    const kept = known.get(id);
    if (kept) return kept;
    // Of a type that is not described nothing is known: what is asked for does without.
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

/** Creates the part of the port that is about listings: they are read, and get another name or fulfilment URL. */
export function createProductPort(catalog: CatalogPort, changeSets: ChangeSets): Port {
  const inPortal = (what: string) =>
    refusal(
      'NOT_SUPPORTED',
      `The marketplace ${what} in its own portal only. Do it there, then synchronise.`,
    );

  /** Follows the change to its end by being asked again: the listing shows when there is nothing left to change. */
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
    throw new MarketplaceError('the change of the listing is under way', {
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

/** Services by people cannot be listed by when they changed. */
const hasFilters = (type: string): boolean => type !== 'ProfessionalServicesProduct';

const longestTitle = 72;
/** An address at a public name; the marketplace sends buyers to no others. */
const fulfilmentUrl = /^(?=.{8,2048}$)https:\/\/[-a-zA-Z0-9@._]{1,256}\.[a-zA-Z0-9()]{1,63}\b/;

/** The changes that make a listing what is wanted. */
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
      `The marketplace takes names of listings of at most ${longestTitle} characters.`,
    );
  if (wanted.name && wanted.name.trim() !== shown.Description?.ProductTitle)
    changes.push(change('UpdateInformation', type, entity.id, { ProductTitle: wanted.name.trim() }));
  if (wanted.fulfillmentUrl && wanted.fulfillmentUrl !== delivery?.FulfillmentUrl) {
    if (known.kind !== 'saas' || !delivery?.Id)
      throw refusal(
        'INVALID_UPDATE_REQUEST',
        'Only listings of hosted software that have a fulfilment URL get another one.',
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
