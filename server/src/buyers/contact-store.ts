import type { OrgScope, OrgTransaction } from '../platform/access/scope.ts';
import { columns, defineStatement, rows } from '../platform/database/define-statement.ts';
import { mustChange } from '../platform/database/must-change.ts';
import type { RowOf } from '../platform/database/rows.ts';
import type { Statement } from '../platform/database/statement.ts';
import { createEntityEvents } from '../platform/events/entity-events.ts';
import { recordEvents } from '../platform/events/record-event.ts';
import { type ContactRow, contactColumnList, encodeContact } from './columns.ts';
import { mailKey } from './rules.ts';

export type NewContact = RowOf<'contact', 'id' | 'email' | 'name' | 'info'>;

const withSequence = `${contactColumnList}, c.sequence`;

export const selectContact = (scope: OrgScope, id: string): Statement => ({
  name: 'select_contact',
  text: `SELECT ${withSequence} FROM contact c WHERE c.organization_id = $1 AND c.id = $2`,
  values: [scope.organizationId, id],
});

/** Returns the ids that belong to contacts. */
export async function findContacts(scope: OrgTransaction, ids: readonly string[]): Promise<string[]> {
  const rows = await scope.query<RowOf<'contact', 'id'>>({
    name: 'find_contacts',
    text: 'SELECT id FROM contact WHERE organization_id = $1 AND id = ANY ($2)',
    values: [scope.organizationId, ids],
  });
  return rows.map((row) => row.id);
}

/** Locks the contact until the end of the transaction, and returns it. */
export async function lockContact(scope: OrgTransaction, id: string): Promise<ContactRow | undefined> {
  const { text, values } = selectContact(scope, id);
  const rows = await scope.query<ContactRow>({ name: 'lock_contact', text: `${text} FOR UPDATE`, values });
  return rows[0];
}

/**
 * Locks a contact against deletion until the end of the transaction; changes remain possible. Returns whether the
 * contact exists.
 */
export async function lockContactForReference(scope: OrgTransaction, id: string): Promise<boolean> {
  const rows = await scope.query({
    name: 'hold_contact',
    text: 'SELECT id FROM contact WHERE organization_id = $1 AND id = $2 FOR KEY SHARE',
    values: [scope.organizationId, id],
  });
  return rows.length > 0;
}

const insert = defineStatement(
  'insert_contacts',
  {
    scope: columns('contact', ['organization_id', 'creation_time']),
    given: rows('contact', ['id', 'email', 'name', 'info']),
  },
  ({ scope, given }) =>
    `${given.insert('g', { ...scope.at, last_update_time: scope.at.creation_time }, 'c')} FROM ${given.unnest('g')}
     ON CONFLICT (organization_id, email_key) DO UPDATE SET email = c.email RETURNING ${withSequence}`,
);

/**
 * Inserts contacts with different addresses. An existing contact with the address is locked and returned
 * instead. The contacts are sorted by address to avoid deadlocks.
 */
export async function insertContacts(
  scope: OrgTransaction,
  contacts: readonly NewContact[],
): Promise<ContactRow[]> {
  const sorted = contacts
    .map((contact) => ({ contact, key: mailKey(contact.email ?? '') }))
    .sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0))
    .map(({ contact }) => contact);
  return scope.query<ContactRow>(
    insert({
      scope: { organization_id: scope.organizationId, creation_time: scope.now },
      given: sorted,
    }),
  );
}

const events = createEntityEvents<ContactRow>('CONTACT', encodeContact);

export const recordContacts = (
  scope: OrgTransaction,
  action: 'CREATE' | 'UPDATE' | 'DELETE',
  changes: readonly { row: ContactRow; before?: ContactRow }[],
): Promise<unknown> =>
  scope.query(
    recordEvents(
      scope,
      changes.flatMap(({ row, before }) => events.facts(action, [row], before && [before])),
    ),
  );

const update = defineStatement(
  'write_contact',
  {
    key: columns('contact', ['organization_id', 'id']),
    contact: columns('contact', ['email', 'name', 'info', 'last_update_time']),
  },
  ({ key, contact }) => `UPDATE contact c SET ${contact.set}, sequence = c.sequence + 1
    WHERE ${key.equals('c')} RETURNING ${withSequence}`,
);

/** Updates a locked contact. */
export async function writeContact(
  scope: OrgTransaction,
  contact: Pick<ContactRow, 'id' | 'email' | 'name' | 'info'>,
): Promise<ContactRow> {
  const [row] = await scope.query<ContactRow>(
    update({
      key: { organization_id: scope.organizationId, id: contact.id },
      contact: { ...contact, last_update_time: scope.now },
    }),
  );
  return row as ContactRow;
}

export async function hasAddress(scope: OrgTransaction, address: string, exceptId: string): Promise<boolean> {
  const rows = await scope.query({
    name: 'find_contact_by_address',
    text: 'SELECT id FROM contact WHERE organization_id = $1 AND email_key = $2 AND id <> $3',
    values: [scope.organizationId, mailKey(address), exceptId],
  });
  return rows.length > 0;
}

export async function removeContact(scope: OrgTransaction, id: string): Promise<void> {
  await scope.query(
    mustChange({
      name: 'remove_contact',
      text: 'DELETE FROM contact WHERE organization_id = $1 AND id = $2',
      values: [scope.organizationId, id],
    }),
  );
}
