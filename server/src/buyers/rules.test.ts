import { describe, expect, test } from 'vitest';
import { changedContactInfo, changedInfo, filledFrom, mailKey, withoutUnset } from './rules.ts';

describe('R8 a change of a buyer', () => {
  const stored = { customerId: 'c1', companyInfo: { name: 'Acme', city: 'Bern' }, fields: { note: '' } };
  test.each([
    ['nothing', {}, stored],
    ['undefined', { customerId: undefined }, stored],
    ['null', { customerId: null }, { companyInfo: stored.companyInfo, fields: stored.fields }],
    ['an empty text', { customerId: '' }, { companyInfo: stored.companyInfo, fields: stored.fields }],
    [
      'a field of a map',
      { companyInfo: { city: 'Basel' } },
      { ...stored, companyInfo: { name: 'Acme', city: 'Basel' } },
    ],
    ['an empty text in a map', { companyInfo: { city: '' } }, { ...stored, companyInfo: { name: 'Acme' } }],
    [
      'the last fields of a map',
      { companyInfo: { city: '', name: '' } },
      { customerId: 'c1', fields: stored.fields },
    ],
    [
      'a list',
      { paymentConfig: { allowedWalletTypes: [] } },
      { ...stored, paymentConfig: { allowedWalletTypes: [] } },
    ],
  ])('%s', (_name, patch, expected) => {
    expect(changedInfo(stored, patch)).toEqual(expected);
  });
});

describe('a change of a contact', () => {
  const stored = { phoneNumber: '1', partner: 'MKA' };
  test.each([
    ['absent keeps', undefined, undefined, stored],
    ['an empty map clears', {}, {}, {}],
    ['a field is changed', { phoneNumber: '2' }, { phoneNumber: '2' }, { phoneNumber: '2', partner: 'MKA' }],
    ['an empty text clears its field', { phoneNumber: '' }, { phoneNumber: '' }, { partner: 'MKA' }],
    ['an empty code clears its field, although parsing drops it', {}, { partner: '' }, { phoneNumber: '1' }],
    ['unknown fields clear nothing', {}, { typo: 1 }, stored],
  ])('%s', (_name, patch, sent, expected) => {
    expect(changedContactInfo(stored, patch ?? {}, sent)).toEqual(expected);
  });
});

test('a merge fills absent fields at every depth and keeps existing values', () => {
  const survivor = { customerId: 'c1', grossAmount: 1, companyInfo: { name: 'Acme' } };
  const merged = {
    customerId: 'c2',
    emailAddress: 'a@b.ch',
    grossAmount: 2,
    invoicedAmount: 3,
    lastModifiedBy: 'x',
    companyInfo: { name: 'Other', city: 'Bern' },
  };
  expect(filledFrom(survivor, merged)).toEqual({
    customerId: 'c1',
    emailAddress: 'a@b.ch',
    grossAmount: 1,
    companyInfo: { name: 'Acme', city: 'Bern' },
  });
});

test('empty texts are not stored, but false and 0 are', () => {
  expect(withoutUnset({ a: '', b: undefined, c: 0, d: false, e: { f: '' }, g: [''] })).toEqual({
    c: 0,
    d: false,
    g: [''],
  });
});

test('addresses are compared ignoring case', () => {
  expect(mailKey('Ann.LEE@Example.COM')).toBe('ann.lee@example.com');
  expect(mailKey('Änne@example.com')).toBe('Änne@example.com');
});
