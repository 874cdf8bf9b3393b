import { expect, test } from 'vitest';
import {
  changes,
  columns,
  defineStatement,
  insertInto,
  optional,
  parameters,
  rows,
} from './define-statement.ts';
import { TextList } from './packet.ts';

test('an insert has a typed parameter for each column, and its text is made once', () => {
  const insert = insertInto(
    'note',
    'notice_sent',
    ['organization_id', 'scope', 'entity_id', 'creation_time'],
    {
      others: { occasion: "'now'" },
      after: 'ON CONFLICT DO NOTHING',
    },
  );
  const values = {
    organization_id: 'org_a',
    scope: 's',
    entity_id: 'e',
    creation_time: '2026-01-01T00:00:00Z',
  };
  const [one, other] = [insert(values), insert({ ...values, entity_id: 'f' })];
  expect(one).toEqual({
    name: 'note',
    text:
      'INSERT INTO notice_sent (organization_id, scope, entity_id, creation_time, occasion) ' +
      "SELECT $1::text, $2::text, $3::text, $4::timestamptz, 'now' ON CONFLICT DO NOTHING",
    values: ['org_a', 's', 'e', '2026-01-01T00:00:00Z'],
  });
  expect(other.text).toBe(one.text);
  expect(other.values[2]).toBe('f');
});

test('parameters are numbered part by part, and parts can refer to each other', () => {
  const save = defineStatement(
    'save',
    {
      key: columns('offer', ['organization_id', 'id']),
      change: changes('offer', ['status', 'contact_ids']),
      written: columns('offer', ['last_update_time']),
      member: optional(columns('offer_set_member', ['offer_set_id'])),
      more: parameters({ removed: 'text[]' }),
    },
    ({ key, change, written, member, more }) =>
      `WITH m AS (${member.insert({ organization_id: key.at.organization_id, offer_id: key.at.id, creation_time: written.at.last_update_time })})
       UPDATE offer o SET ${change.set('o')}, ${written.set}, info = o.info - ${more.removed} WHERE ${key.equals('o')}`,
  );
  const { text, values } = save({
    key: { organization_id: 'org_a', id: 'ofr_a' },
    change: { status: 'ACTIVE', contact_ids: undefined },
    written: { last_update_time: '2026-01-01T00:00:00Z' },
    member: undefined,
    more: { removed: ['a'] },
  });
  expect(text).toBe(
    `WITH m AS (INSERT INTO offer_set_member (offer_set_id, organization_id, offer_id, creation_time) SELECT $6::text, $1::text, $2::text, $5::timestamptz)
       UPDATE offer o SET status = coalesce($3::text, o.status), contact_ids = coalesce($4::text[], o.contact_ids), last_update_time = $5::timestamptz, info = o.info - $7::text[] WHERE o.organization_id = $1::text AND o.id = $2::text`,
  );
  expect(values).toEqual(['org_a', 'ofr_a', 'ACTIVE', undefined, '2026-01-01T00:00:00Z', null, ['a']]);
});

test('several rows are sent as one list for each column, with JSON and nested lists as text', () => {
  const insert = defineStatement(
    'many',
    {
      scope: columns('contact', ['organization_id']),
      given: rows('contact', ['id', 'info'], { at: 'bigint' }),
    },
    ({ scope, given }) =>
      `${given.insert('g', { organization_id: scope.at.organization_id, creation_time: 'now()', last_update_time: 'now()' }, 'c')} FROM ${given.unnest('g')}`,
  );
  const { text, values } = insert({
    scope: { organization_id: 'org_a' },
    given: [
      { id: 'a', info: '{}', at: 1 },
      { id: 'b', info: '[]', at: 2 },
    ],
  });
  expect(text).toBe(
    'INSERT INTO contact AS c (id, info, organization_id, creation_time, last_update_time) ' +
      'SELECT g.id, g.info::jsonb, $1::text, now(), now() ' +
      'FROM unnest($2::text[], $3::text[], $4::bigint[]) AS g (id, info, at)',
  );
  expect(values).toEqual(['org_a', ['a', 'b'], new TextList(['{}', '[]']), [1, 2]]);
});

test('a column without values is sent as null, unless no other column shows the number of rows', () => {
  const insert = defineStatement(
    'few',
    { given: rows('contact', ['id', 'name'], { at: 'bigint' }) },
    ({ given }) => `SELECT FROM ${given.unnest('g')}`,
  );
  expect(insert({ given: [{ id: 'a' }, { id: 'b', name: null }] as never }).values).toEqual([
    ['a', 'b'],
    null,
    null,
  ]);
  expect(insert({ given: [{}, {}] as never }).values).toEqual([
    [null, null],
    [null, null],
    [null, null],
  ]);
  expect(insert({ given: [] }).values).toEqual([[], [], []]);
});

/** Code that must not compile; it is never run. */
export const refused = () => {
  // @ts-expect-error the column does not exist
  columns('offer', ['id', 'nmae']);
  // @ts-expect-error a required column is missing
  insertInto('x', 'notice_sent', ['organization_id', 'scope', 'entity_id', 'occasion']);
  // @ts-expect-error a generated column cannot be written
  insertInto('x', 'contact', ['organization_id', 'id', 'creation_time', 'last_update_time', 'email_key']);
  const insert = insertInto('x', 'contact', [
    'organization_id',
    'id',
    'creation_time',
    'last_update_time',
    'name',
  ]);
  const values = { organization_id: 'org_a', id: 'con_a', creation_time: '', last_update_time: '' };
  // @ts-expect-error a value is missing
  insert(values);
  // @ts-expect-error a value has the wrong type
  insert({ ...values, name: 1 });
  // @ts-expect-error a required value is null
  insert({ ...values, id: null, name: null });
};
