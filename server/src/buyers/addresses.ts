import type { OrgTransaction } from '../platform/access/scope.ts';
import type { RowOf } from '../platform/database/rows.ts';
import { isMailAddress } from '../platform/records/fields.ts';

type ContactEmailRow = RowOf<'contact', 'id' | 'email', { email: string }>;

const byId = (rows: readonly ContactEmailRow[]): ReadonlyMap<string, string> =>
  new Map(rows.filter(({ email }) => isMailAddress(email)).map(({ id, email }) => [id, email]));

/** Returns the existing addresses of contacts. */
export const contactAddresses = async (scope: OrgTransaction, ids: readonly string[]) =>
  byId(
    await scope.query<ContactEmailRow>({
      name: 'contact_addresses',
      text: `SELECT c.id, c.email FROM contact c
             WHERE c.organization_id = $1 AND c.id = ANY ($2) AND c.email IS NOT NULL`,
      values: [scope.organizationId, ids],
    }),
  );

/** Returns the existing addresses of buyers. */
export const buyerAddresses = async (scope: OrgTransaction, ids: readonly string[]) =>
  byId(
    await scope.query<ContactEmailRow>({
      name: 'buyer_addresses',
      text: `SELECT b.id, b.info ->> 'emailAddress' AS email FROM buyer b
             WHERE b.organization_id = $1 AND b.id = ANY ($2) AND b.info ->> 'emailAddress' IS NOT NULL`,
      values: [scope.organizationId, ids],
    }),
  );

/** Returns the addresses of a buyer's contacts; if all contacts lack an address, the buyer's own address. */
export async function addressesOfBuyer(scope: OrgTransaction, buyerId: string): Promise<string[]> {
  const contacts = await scope.query<{ contact_id: string }>({
    name: 'contacts_of_buyer',
    text: 'SELECT l.contact_id FROM buyer_contact l WHERE l.organization_id = $1 AND l.buyer_id = $2',
    values: [scope.organizationId, buyerId],
  });
  const ids = contacts.map(({ contact_id: id }) => id);
  const found = await contactAddresses(scope, ids);
  return [...(found.size > 0 ? found : await buyerAddresses(scope, [buyerId])).values()];
}
