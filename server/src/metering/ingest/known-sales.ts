import { LRUCache } from 'lru-cache';
import type { OrgScope } from '../../platform/access/scope.ts';
import type { SaleMemory, SaleRow } from './lookup.ts';

/**
 * A cache of entitlements for which usage was reported. Stale entries are harmless, because the statements
 * that store a single group or read the entitlements of a batch compare the cached version.
 */
export type KnownSales = SaleMemory & {
  forget: (scope: OrgScope, id: string) => void;
};

const mostBytes = 32 << 20;
/** Estimated size of an entry in addition to its texts. */
const bytesOfRow = 1000;

export function createKnownSales(): KnownSales {
  const memory = new LRUCache<string, SaleRow>({
    maxSize: mostBytes,
    sizeCalculation: ({ row }) => bytesOfRow + 4 * (row.dimensions?.length ?? 0),
  });
  const keyOf = ({ organizationId }: OrgScope, id: string) => `${organizationId} ${id}`;
  return {
    find: (scope, id) => memory.get(keyOf(scope, id)),
    keep: (scope, sale) => {
      memory.set(keyOf(scope, sale.row.id), sale);
    },
    forget: (scope, id) => {
      memory.delete(keyOf(scope, id));
    },
  };
}
