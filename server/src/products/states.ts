import { type Moves, mayMove, requireKnownMove } from '../platform/records/moves.ts';
import type { ProductStatus } from './records/index.ts';

export type { ProductStatus };

/**
 * The moves of a product, as data. Commands are what a caller or the service itself may do; observations are what a
 * observation of a marketplace shows, which may skip states.
 */
/** A direct product has no marketplace to wait for: it is CREATED and PUBLIC at once. */
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

/** The marketplace's word counts, but an observation from before a step that was begun here undoes nothing. */
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

/** A deleted product whose listing is imported again is where the marketplace has it. */
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

/** Derives a product's status from what the marketplace says: its own where that says nothing new. */
export const statusObserved = (status: ProductStatus, observed: ProductStatus): ProductStatus =>
  [productObservations, productReturns].some((moves) => mayMove(moves, status, observed)) ? observed : status;

/**
 * Says whether a product can be at no marketplace, whatever is shown of it: it was never submitted. In other states an
 * observation that moves nothing may be from before a step that was begun here.
 */
export const isNowhere = (status: ProductStatus): boolean => status === 'DRAFT';

/** @throws an error of the program where neither a command nor an observation makes the move */
export const requireProductMove = (
  product: { id: string; status: ProductStatus },
  to: ProductStatus | undefined,
): void => requireKnownMove([productCommands, productObservations, productReturns], product, to);

/** While the marketplace works on it, nothing else is to change it. */
export const inMarketplaceWork: readonly ProductStatus[] = ['PENDING_CREATE', 'PENDING_PUBLISH'];

/** Before it was created anywhere, everything of a product is the seller's. */
export const unsubmitted: readonly ProductStatus[] = ['DRAFT', 'CREATE_FAILED'];
