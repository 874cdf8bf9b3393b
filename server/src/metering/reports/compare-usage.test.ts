import { expect, test } from 'vitest';
import { compareUsage } from './compare-usage.ts';

const own = { agreementId: 'sub-1', dimension: 'calls', quantity: '3' };
const row = { agreementId: 'SUB-1', dimension: 'calls', quantity: '3', billedQuantity: '3' };
const differenceOf = (listed: Parameters<typeof compareUsage>[2], accepted = own) =>
  compareUsage('2031-05-12', [accepted], listed)[0];

test.each([
  ['billed as accepted', [row], undefined],
  [
    'billed in two plans',
    [
      { ...row, quantity: '1', billedQuantity: '1' },
      { ...row, quantity: '2', billedQuantity: '2' },
    ],
    undefined,
  ],
  ['not decided yet', [{ ...row, billedQuantity: undefined }], undefined],
  [
    'partly decided',
    [
      { ...row, quantity: '1', billedQuantity: '0' },
      { ...row, quantity: '2', billedQuantity: undefined },
    ],
    undefined,
  ],
  [
    'absent',
    [{ ...row, dimension: 'mails' }],
    /accepted 3 of calls for 2031-05-12, but does not list this usage/,
  ],
  ['listed with less', [{ ...row, quantity: '2' }], /but lists 2\. Report/],
  [
    'listed with more before it is decided',
    [{ ...row, quantity: '4', billedQuantity: undefined }],
    /but lists 4\. Report/,
  ],
  ['billed with less', [{ ...row, billedQuantity: '2.5' }], /but billed 2\.5\. Report/],
  ['refused', [{ ...row, billedQuantity: '0' }], /but billed 0\. Report/],
])('usage that is %s', (_case, listed, expected) => {
  const difference = differenceOf(listed);
  if (expected) expect(difference).toMatch(expected);
  else expect(difference).toBeUndefined();
});

test('sums of binary numbers are no difference', () => {
  const listed = [{ ...row, quantity: '0.30000000000000004', billedQuantity: '0.3' }];
  expect(differenceOf(listed, { ...own, quantity: '0.3' })).toBeUndefined();
});

test('usage that only the marketplace has is not compared', () => {
  expect(compareUsage('2031-05-12', [], [row])).toEqual([]);
});
