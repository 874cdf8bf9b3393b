import type { OrgTransaction } from '../platform/access/scope.ts';
import type { CreateNotFound } from '../platform/http/read-route.ts';

/**
 * The references of another slice to buyers and contacts. The slice changes its own records, with an event for each
 * record. Only the merge or deletion itself is an audit entry.
 */
export type BuyerReferences = {
  /** Changes all references to the given buyers to references to their survivor. */
  repointBuyers(scope: OrgTransaction, from: readonly string[], to: string): Promise<void>;
  /** Returns whether records that have not ended prevent the deletion of the buyer. */
  holdsBuyer(scope: OrgTransaction, buyerId: string): Promise<boolean>;
  /** The error that prevents the deletion; by default, the error about entitlements. */
  held?: CreateNotFound;
  /** Revokes the links to the pages of the buyer's records, which have versions of their own. No event records it. */
  revokeLinks?(scope: OrgTransaction, buyerId: string): Promise<void>;
  /** Removes a deleted contact from every record. */
  dropContact(scope: OrgTransaction, contactId: string): Promise<void>;
};
