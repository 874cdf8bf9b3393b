import { LRUCache } from 'lru-cache';
import type { OrgScope } from '../../platform/access/scope.ts';
import type { SaleMemory, SaleRow } from './lookup.ts';

/**
 * What a process remembers of the entitlements that groups were reported of. Whether one is still as it was is asked by the
 * statement that takes a single group, and by the one that reads what a batch names, so that an outdated memory can do no
 * harm.
 */
export type KnownSales = SaleMemory & {
  forget: (scope: OrgScope, id: string) => void;
};

const mostBytes = 32 << 20;
/** Of what is remembered of each beside the texts. */
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
