import type { Ids } from '../ids.ts';
import type { Entities, Entity } from './entities.ts';

/** A published error code with its message. */
export type Refusal = { code: string; message: string };
export const refuse = (code: string, message: string): Refusal[] => [{ code, message }];

/** The data about an agreement that offers for the agreement need. */
export type KnownAgreement = {
  id: string;
  proposer: string;
  acceptor: string;
  productId: string;
  isActive: boolean;
};

/** The functions of other parts of the local service that the catalog needs. */
export type CatalogDeps = {
  agreement: (id: string) => KnownAgreement | undefined;
  isAccount: (id: string) => boolean;
  /** Returns whether the marketplace can read the document at a URL. */
  canRead: (url: string, waitedMs: number) => boolean;
  /**
   * Returns whether a past date is rejected for a released offer; the vendor’s documentation contains both
   * variants.
   */
  refusesPastAvailability: () => boolean;
};

/** A staging copy of the entities with the result of a change set, invisible until committed. */
export type Staging = {
  owner: string;
  nowMs: number;
  /** Time that the change set has waited. */
  waitedMs: number;
  ids: Ids;
  outside: CatalogDeps;
  find: (id: string) => Entity | undefined;
  all: () => Entity[];
  put: (entity: Entity) => void;
  /** Returns the distinct entities that the change set changed. */
  touched: () => Entity[];
};

export function createStaging(
  entities: Entities,
  { owner, nowMs, waitedMs, ids, outside }: Pick<Staging, 'owner' | 'nowMs' | 'waitedMs' | 'ids' | 'outside'>,
): Staging {
  const staged = new Map<string, Entity>();
  return {
    owner,
    nowMs,
    waitedMs,
    ids,
    outside,
    find: (id) => staged.get(id) ?? structuredClone(entities.find(id)),
    all: () => [...entities.all().filter(({ id }) => !staged.has(id)), ...staged.values()],
    put: (entity) => void staged.set(entity.id, entity),
    touched: () => [...staged.values()],
  };
}

/** Returns the members that every new entity has. */
export const fresh = ({ owner, nowMs }: Staging, id: string) => ({
  id,
  owner,
  revision: 1,
  createdAtMs: nowMs,
  modifiedAtMs: nowMs,
});
