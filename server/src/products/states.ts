import { isMoveAllowed, type Moves, requireKnownMove } from '../platform/records/moves.ts';
import type { ProductStatus } from './records/index.ts';

export type { ProductStatus };

/**
 * The transitions by a caller or the service. A direct product becomes CREATED and PUBLIC without pending
 * states.
 */
export const productCommands: Moves<ProductStatus> = {
  DRAFT: ['PENDING_CREATE', 'CREATED', 'DELETED'],
  PENDING_CREATE: ['CREATE_FAILED'],
  CREATE_FAILED: ['PENDING_CREATE', 'CREATED', 'DELETED'],
  CREATED: ['PENDING_PUBLISH', 'PUBLIC', 'DELETED'],
  PENDING_PUBLISH: ['PUBLISH_FAILED'],
  PUBLISH_FAILED: ['PENDING_PUBLISH', 'DELETED'],
  RESTRICTED: ['DELETED'],
  UNAVAILABLE: ['DELETED'],
};

/** The transitions by an observation, which may skip states. A stale observation does not undo a newer step. */
export const productObservations: Moves<ProductStatus> = {
  PENDING_CREATE: ['CREATED', 'CREATE_FAILED', 'PENDING_PUBLISH', 'PUBLIC', 'RESTRICTED', 'UNAVAILABLE'],
  CREATE_FAILED: ['CREATED', 'PENDING_PUBLISH', 'PUBLIC', 'RESTRICTED', 'UNAVAILABLE'],
  CREATED: ['PENDING_PUBLISH', 'PUBLISH_FAILED', 'PUBLIC', 'RESTRICTED', 'UNAVAILABLE'],
  PENDING_PUBLISH: ['PUBLISH_FAILED', 'PUBLIC', 'RESTRICTED', 'UNAVAILABLE'],
  PUBLISH_FAILED: ['PENDING_PUBLISH', 'PUBLIC', 'RESTRICTED', 'UNAVAILABLE'],
  PUBLIC: ['RESTRICTED', 'UNAVAILABLE'],
  RESTRICTED: ['PUBLIC', 'UNAVAILABLE'],
  UNAVAILABLE: ['PUBLIC', 'RESTRICTED'],
};

/** A deleted product whose listing is imported again gets the status of the listing. */
export const productReturns: Moves<ProductStatus> = {
  DELETED: [
    'CREATE_FAILED',
    'CREATED',
    'PENDING_PUBLISH',
    'PUBLISH_FAILED',
    'PUBLIC',
    'RESTRICTED',
    'UNAVAILABLE',
  ],
};

/** The product's status after an observation; unchanged if no table allows the transition. */
export const statusObserved = (status: ProductStatus, observed: ProductStatus): ProductStatus =>
  [productObservations, productReturns].some((moves) => isMoveAllowed(moves, status, observed))
    ? observed
    : status;

/**
 * Returns whether a product cannot exist at a marketplace, because it was never submitted. In other states, an
 * observation that no table allows may be stale.
 */
export const isNowhere = (status: ProductStatus): boolean => status === 'DRAFT';

/**
 * Requires that a table allows the transition.
 * @throws an internal error otherwise
 */
export const requireProductMove = (
  product: { id: string; status: ProductStatus },
  to: ProductStatus | undefined,
): void => requireKnownMove([productCommands, productObservations, productReturns], product, to);

/** States in which the marketplace works on the product, and all other changes are rejected. */
export const inMarketplaceWork: readonly ProductStatus[] = ['PENDING_CREATE', 'PENDING_PUBLISH'];

/** States in which the product does not exist at a marketplace yet, and the seller owns all of its fields. */
export const unsubmitted: readonly ProductStatus[] = ['DRAFT', 'CREATE_FAILED'];
