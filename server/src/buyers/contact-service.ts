import type { OrgTransaction } from '../platform/access/scope.ts';
import { insertInto } from '../platform/database/define-statement.ts';
import type { RowOf } from '../platform/database/rows.ts';
import { sqlState } from '../platform/database/statement.ts';
import { acquireSharedBuyersLock } from './accounts.ts';
import type { BuyerRow, ContactRow } from './columns.ts';
import {
  hasAddress,
  insertContacts,
  lockContact,
  lockContactForReference,
  type NewContact,
  recordContacts,
  removeContact,
  writeContact,
} from './contact-store.ts';
import { buyerErrors } from './errors.ts';
import type { IdentityContact } from './records.ts';
import type { BuyerReferences } from './references.ts';
import { changedContactInfo, mailKey, withoutUnset } from './rules.ts';
import { lockBuyer } from './service.ts';
import { changeBuyer, lockBuyers } from './store.ts';

const uniqueViolation = '23505';

/**
 * Creates contacts, all or none, and returns them in the given order. An existing contact with the e-mail
 * address is returned unchanged. Entries with the same address are one contact, with the values of the first
 * entry.
 */
export async function createContacts(
  scope: OrgTransaction,
  given: readonly IdentityContact[],
): Promise<ContactRow[]> {
  const wanted = given.map((contact) => toNewContact(scope, contact));
  const byAddress = new Map<string, NewContact>();
  for (const contact of wanted) {
    const key = keyOf(contact);
    if (!byAddress.has(key)) byAddress.set(key, contact);
  }
  if (wanted.length === 0) return [];
  const rows = await insertContacts(scope, [...byAddress.values()]);
  const own = new Set(wanted.map(({ id }) => id));
  const made = rows.filter(({ id }) => own.has(id));
  if (made.length > 0)
    await recordContacts(
      scope,
      'CREATE',
      made.map((row) => ({ row })),
    );
  const found = new Map(rows.map((row) => [keyOf(row), row]));
  return wanted.map((contact) => found.get(keyOf(contact)) as ContactRow);
}

/** Returns the key by which contacts are deduplicated. Contacts without an address are always different. */
const keyOf = ({ id, email }: { id: string; email: string | null }): string =>
  email === null ? id : mailKey(email);

const toNewContact = (scope: OrgTransaction, contact: IdentityContact): NewContact => ({
  id: scope.newId('con'),
  email: contact.emailAddress || null,
  name: contact.name || null,
  info: JSON.stringify({ ...withoutUnset(contact.info ?? {}), lastModifiedBy: scope.actor.id }),
});

/**
 * Changes a contact. Absent fields are unchanged; an empty text or an empty map removes a field.
 * @param sent the body as sent by the caller
 * @throws 409 if another contact has the address
 */
export async function updateContact(
  scope: OrgTransaction,
  id: string,
  patch: IdentityContact,
  sent: unknown,
): Promise<ContactRow> {
  const before = await lockContact(scope, id);
  if (!before) throw buyerErrors.contact_not_found();
  const email = patch.emailAddress === undefined ? before.email : patch.emailAddress || null;
  if (email !== null && (await hasAddress(scope, email, id))) throw buyerErrors.contact_exists();
  const info = changedContactInfo(
    JSON.parse(before.info),
    patch.info ?? {},
    (sent as { info?: unknown }).info,
  );
  try {
    const row = await writeContact(scope, {
      id,
      email,
      name: patch.name === undefined ? before.name : patch.name || null,
      info: JSON.stringify({ ...info, lastModifiedBy: scope.actor.id }),
    });
    await recordContacts(scope, 'UPDATE', [{ row, before }]);
    return row;
  } catch (error) {
    if (sqlState(error) === uniqueViolation) throw buyerErrors.contact_exists();
    throw error;
  }
}

/** Deletes a contact, with the personal data and the links from offers and buyers. Events are kept. */
export async function deleteContact(
  scope: OrgTransaction,
  references: readonly BuyerReferences[],
  id: string,
): Promise<void> {
  await acquireSharedBuyersLock(scope);
  const contact = await lockContact(scope, id);
  if (!contact) throw buyerErrors.contact_not_found();
  for (const reference of references) await reference.dropContact(scope, id);
  const linked = await scope.query<RowOf<'buyer_contact', 'buyer_id'>>({
    name: 'buyers_of_contact',
    text: 'SELECT buyer_id FROM buyer_contact WHERE organization_id = $1 AND contact_id = $2',
    values: [scope.organizationId, id],
  });
  const buyers = await lockBuyers(
    scope,
    linked.map((row) => row.buyer_id),
  );
  for (const buyer of buyers) {
    await unlink(scope, id, buyer.id);
    if (buyer.contact_ids.includes(id)) await changeBuyer(scope, buyer, 'UPDATE', {}, false);
  }
  await removeContact(scope, id);
  await recordContacts(scope, 'DELETE', [
    { row: { ...contact, sequence: contact.sequence + 1 }, before: contact },
  ]);
}

const insertLink = insertInto(
  'link_contact_to_buyer',
  'buyer_contact',
  ['organization_id', 'buyer_id', 'contact_id', 'creation_time'],
  { after: 'ON CONFLICT (organization_id, buyer_id, contact_id) DO NOTHING RETURNING contact_id' },
);

/** Links a contact to a buyer. Linking a contact that is already linked has no effect. */
export async function linkContact(
  scope: OrgTransaction,
  contactId: string,
  buyerId: string,
): Promise<BuyerRow> {
  if (!(await lockContactForReference(scope, contactId))) throw buyerErrors.contact_not_found();
  const buyer = await lockBuyer(scope, buyerId);
  const made = await scope.query(
    insertLink({
      organization_id: scope.organizationId,
      buyer_id: buyerId,
      contact_id: contactId,
      creation_time: scope.now,
    }),
  );
  return made.length > 0 ? changeBuyer(scope, buyer, 'UPDATE') : buyer;
}

/** Unlinks a contact from a buyer. Unlinking a contact that is not linked has no effect. */
export async function unlinkContact(
  scope: OrgTransaction,
  contactId: string,
  buyerId: string,
): Promise<void> {
  if (!(await lockContactForReference(scope, contactId))) throw buyerErrors.contact_not_found();
  const buyer = await lockBuyer(scope, buyerId);
  if (await unlink(scope, contactId, buyerId)) await changeBuyer(scope, buyer, 'UPDATE');
}

async function unlink(scope: OrgTransaction, contactId: string, buyerId: string): Promise<boolean> {
  const rows = await scope.query({
    name: 'unlink_contact_from_buyer',
    text: `DELETE FROM buyer_contact WHERE organization_id = $1 AND buyer_id = $2 AND contact_id = $3
           RETURNING contact_id`,
    values: [scope.organizationId, buyerId, contactId],
  });
  return rows.length > 0;
}
