import type { OrgTransaction } from '../platform/access/scope.ts';
import type { Missing } from '../platform/http/read-route.ts';

/**
 * The references of another slice to buyers and contacts. Each keeps its own records, with an event of each change; the
 * merge or deletion that causes it is the audit entry.
 */
export type BuyerReferences = {
  /** Gives what the buyers have to the one that they are merged into. */
  repointBuyers(scope: OrgTransaction, from: readonly string[], to: string): Promise<void>;
  /** Whether something of the buyer has not ended yet, so that the buyer cannot go. */
  holdsBuyer(scope: OrgTransaction, buyerId: string): Promise<boolean>;
  /** The error that says so; that of entitlements when absent. */
  held?: Missing;
  /** Takes a contact that is deleted out of every record. */
  dropContact(scope: OrgTransaction, contactId: string): Promise<void>;
};
