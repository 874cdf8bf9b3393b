import type { OrgTransaction } from '../../platform/access/scope.ts';

/**
 * Takes the next number of a kind. The counter stays locked until the transaction ends, and what fails gives its number back:
 * there are no gaps. It is the last lock of a transaction.
 */
export async function nextNumber(scope: OrgTransaction, kind: 'INVOICE' | 'CREDIT_NOTE'): Promise<number> {
  const [row] = await scope.query<{ last: string | number }>({
    name: 'next_billing_number',
    text: `INSERT INTO billing_number AS b (organization_id, kind, last) VALUES ($1, $2, 1)
           ON CONFLICT (organization_id, kind) DO UPDATE SET last = b.last + 1 RETURNING b.last`,
    values: [scope.organizationId, kind],
  });
  return Number(row?.last);
}
