import { expect, test } from 'vitest';
import { givenProductType, printProductType } from './product-types.ts';

test('an unpublished product type is encoded as UNKNOWN, with the exact type in soldAs', () => {
  expect(JSON.parse(`{"productType":${printProductType('PROFESSIONAL_SERVICES')}}`)).toEqual({
    productType: 'UNKNOWN',
    soldAs: 'PROFESSIONAL_SERVICES',
  });
  expect(printProductType('CONTRACT')).toBe('"CONTRACT"');
});

test.each([
  ['as it was read', { productType: 'UNKNOWN', soldAs: 'PROFESSIONAL_SERVICES' }, 'PROFESSIONAL_SERVICES'],
  ['without the field that a client drops', { productType: 'UNKNOWN' }, 'PROFESSIONAL_SERVICES'],
  ['by the exact word', { productType: 'PROFESSIONAL_SERVICES' }, 'PROFESSIONAL_SERVICES'],
  ['with another type', { productType: 'CONTRACT', soldAs: 'PROFESSIONAL_SERVICES' }, 'CONTRACT'],
  ['with none', { productType: null }, null],
  ['without the field', { soldAs: 'PROFESSIONAL_SERVICES' }, undefined],
])(
  'R9 a professional-services product that is sent back %s keeps or changes its type',
  (_name, body, expected) => {
    expect(givenProductType(body, 'PROFESSIONAL_SERVICES')).toBe(expected);
  },
);

test('a new record gets the type in soldAs if that is an unpublished type, else UNKNOWN', () => {
  expect(givenProductType({ productType: 'UNKNOWN', soldAs: 'PROFESSIONAL_SERVICES' })).toBe(
    'PROFESSIONAL_SERVICES',
  );
  expect(givenProductType({ productType: 'UNKNOWN', soldAs: 'GIFT' }, 'CONTRACT')).toBe('UNKNOWN');
});
