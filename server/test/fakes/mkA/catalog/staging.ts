import type { Ids } from '../ids.ts';
import type { Entities, Entity } from './entities.ts';

/** A code as the marketplace publishes it, and its words. */
export type Refusal = { code: string; message: string };
export const refuse = (code: string, message: string): Refusal[] => [{ code, message }];

/** An agreement, as far as offers that are made on it need it. */
export type KnownAgreement = {
  id: string;
  proposer: string;
  acceptor: string;
  productId: string;
  isActive: boolean;
};

/** What the catalog asks of the rest of the marketplace. */
export type Outside = {
  agreement: (id: string) => KnownAgreement | undefined;
  isAccount: (id: string) => boolean;
  /** Whether the marketplace can read what an address of a document leads to. */
  canRead: (url: string, waitedMs: number) => boolean;
  /** Whether a date in the past is refused for an offer that is out (the documentation says both). */
  refusesPastAvailability: () => boolean;
};

/** The entities as a change set would leave them; nothing of it is seen by others until it is kept. */
export type Staging = {
  owner: string;
  nowMs: number;
  /** For how long the change set has waited. */
  waitedMs: number;
  ids: Ids;
  outside: Outside;
  find: (id: string) => Entity | undefined;
  all: () => Entity[];
  put: (entity: Entity) => void;
  /** Entities that the change set touched, each once. */
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

/** The members that every new entity has. */
export const fresh = ({ owner, nowMs }: Staging, id: string) => ({
  id,
  owner,
  revision: 1,
  createdAtMs: nowMs,
  modifiedAtMs: nowMs,
});
