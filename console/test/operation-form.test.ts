import { describe, expect, test } from 'vitest';
import { createBuyer, deleteBuyer, mergeBuyers, updateBuyer } from '../src/generated/buyers.ts';
import { createChannelPartnerTier } from '../src/generated/channelPartnerTiers.ts';
import { addContactToBuyer, batchCreateContacts, createContact } from '../src/generated/contacts.ts';
import { uploadFile } from '../src/generated/files.ts';
import { createProduct } from '../src/generated/products.ts';
import type { Field } from '../src/ui/form/fields.ts';
import { startOf, submitLabel } from '../src/ui/operation/action.ts';
import { formFields } from '../src/ui/operation/form-fields.ts';
import { askedParams, inputOf, isUpdate } from '../src/ui/operation/operation.ts';
import { tagOf } from '../src/ui/operation/record-tag.ts';
import { labelOf, optionLabel } from '../src/ui/operation/words.ts';

const pointers = (fields: readonly Field[]) => fields.map(({ pointer }) => pointer);

describe('the form of an operation', () => {
  test('shows the selected fields first, also of nested records, and required fields are never hidden', () => {
    const fields = formFields(createContact, { fields: ['name', 'info/companyName'] }, ['buyerId']);
    expect(pointers(fields)).toEqual([
      '/name',
      '/info/companyName',
      '/$params/buyerId',
      '/emailAddress',
      '/info',
    ]);
    expect(fields.filter(({ isAdvanced }) => isAdvanced).map(({ pointer }) => pointer)).toEqual([
      '/emailAddress',
      '/info',
    ]);
    const info = fields.find(({ pointer }) => pointer === '/info');
    expect(pointers(info?.rows ?? [])).not.toContain('/info/companyName');
  });

  test('omits fields, and nested records without fields', () => {
    const rows = pointers(
      formFields(createContact, {}, []).find(({ kind }) => kind === 'record')?.rows ?? [],
    );
    const omit = rows.map((pointer) => pointer.slice(1));
    expect(pointers(formFields(createContact, { omit }, []))).toEqual(['/emailAddress', '/name']);
  });

  test('names the fields of rows with an asterisk, and the parameters of the query', () => {
    const [contacts] = formFields(batchCreateContacts, {}, []);
    expect(contacts?.pointer).toBe('/$items');
    expect(pointers(contacts?.rows ?? [])).toContain('/$items/*/emailAddress');
    expect(pointers(formFields(deleteBuyer, {}, []))).toEqual(['/$query/confirm']);
  });

  test('has controls for files, references, codes and nested records', () => {
    const kindOf = (fields: readonly Field[], path: string) =>
      fields.find(({ pointer }) => pointer === `/${path}`)?.kind;
    expect(kindOf(formFields(uploadFile, {}, []), 'file')).toBe('file');
    expect(kindOf(formFields(mergeBuyers, {}, []), 'buyerIds')).toBe('buyers');
    expect(kindOf(formFields(createBuyer, {}, []), 'companyInfo')).toBe('record');
    expect(kindOf(formFields(createBuyer, {}, []), 'partner')).toBe('choice');
    expect(formFields(createChannelPartnerTier, {}, []).length).toBeGreaterThan(2);
  });

  test('shows the fields of a row that the layout names first, and the others in the section Advanced', () => {
    const fields = formFields(createProduct, { rows: { 'info/commits': ['rate', 'key'] } }, []);
    const commits = fields
      .find(({ pointer }) => pointer === '/info')
      ?.rows.find(({ pointer }) => pointer === '/info/commits');
    expect(commits?.rows.slice(0, 3).map(({ label, isAdvanced }) => [label, isAdvanced])).toEqual([
      ['Rate', false],
      ['Key', false],
      ['Buyer quantity configurable', true],
    ]);
  });

  test('offers the options of the layout instead of those of the API', () => {
    const [partner] = formFields(createBuyer, { fields: ['partner'], options: { partner: ['PAYA'] } }, []);
    expect(partner?.options.map(({ value }) => value)).toEqual(['PAYA']);
  });
});

describe('the request of an operation', () => {
  test('has the selected path parameters, the query and the body', () => {
    expect(askedParams(addContactToBuyer, { contactId: 'c' })).toEqual(['buyerId']);
    expect(inputOf(addContactToBuyer, { contactId: 'c' }, { $params: { buyerId: 'b' } })).toEqual({
      params: { contactId: 'c', buyerId: 'b' },
    });
    expect(inputOf(deleteBuyer, { buyerId: 'b' }, { $query: { confirm: 'b' } })).toEqual({
      params: { buyerId: 'b' },
      query: { confirm: 'b' },
    });
    expect(inputOf(batchCreateContacts, {}, { $items: [{ name: 'A' }] })).toEqual({
      params: {},
      body: [{ name: 'A' }],
    });
    expect(inputOf(createContact, {}, { name: 'A' })).toEqual({ params: {}, body: { name: 'A' } });
  });

  test('without values has no body if the body is optional', () => {
    const optional = { ...createContact, isBodyOptional: true };
    expect(inputOf(optional, {}, {})).toEqual({ params: {}, body: undefined });
    expect(inputOf(createContact, {}, {})).toEqual({ params: {}, body: {} });
  });
});

test('a change starts with the fields of the record that it can change', () => {
  expect(isUpdate(updateBuyer)).toBe(true);
  expect(isUpdate(createBuyer)).toBe(false);
  expect(startOf(updateBuyer, { id: 'b', name: 'A', description: null, info: {} })).toEqual({ name: 'A' });
  expect(startOf(batchCreateContacts, [{ name: 'A' }])).toEqual({ $items: [{ name: 'A' }] });
  expect([updateBuyer, createBuyer, mergeBuyers].map((operation) => submitLabel({ operation }))).toEqual([
    'Save',
    'Create',
    'Merge buyers',
  ]);
});

test.each([
  ['emailAddress', 'E-mail address'],
  ['billACustomerID', 'Billing system A customer ID'],
  ['mkAAccountId', 'Marketplace A account ID'],
  ['newSeat', 'New seat'],
  ['billingCycle', 'Billing cycle'],
  ['eulaUrl', 'EULA URL'],
  ['s3KeyLogo', 'S3 key logo'],
])('the label of the field %s is “%s”', (name, label) => expect(labelOf(name)).toBe(label));

test.each([
  ['PENDING_ACCEPTANCE', 'Pending acceptance'],
  ['MKA', 'Marketplace A'],
  ['USD', 'USD'],
  ['EndOfTerm', 'End of term'],
])('the label of the option %s is “%s”', (value, label) => expect(optionLabel(value)).toBe(label));

test('a form is sent with the newest tag unless its own fields have changed', () => {
  const tags = { opened: '"1"', newest: '"2"' };
  expect(tagOf({ start: { name: 'A' }, current: { name: 'A' }, ...tags })).toBe('"2"');
  expect(tagOf({ start: { name: 'A' }, current: { name: 'B' }, ...tags })).toBe('"1"');
  expect(tagOf({ start: {}, current: {}, ...tags })).toBe('"2"');
  expect(tagOf({ start: {}, current: { name: 'B' }, ...tags })).toBe('"1"');
  expect(tagOf({ start: {}, current: undefined, ...tags })).toBe('"1"');
});
