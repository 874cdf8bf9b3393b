import { expect, test } from 'vitest';
import { checkBuyerQuantities, deriveEntitlement, quantityFindings } from './index.ts';
import { accepted, anOffer } from './input.fixture.ts';
import { seatedCommits } from './quantity.ts';

const seats = { key: 'seat', type: 'PER_USER', minimumUsers: 5, maximumUsers: 10 };
const chosenSeats = { ...seats, buyerQuantityConfigurable: true };
const chosenUnits = { key: 'a/b', type: 'FLAT_RATE', buyerQuantityConfigurable: true };
const fixed = { key: 'fixed', rate: 1 };

type Acceptance = { name: string; quantities: Record<string, number> | undefined; at: string[] };
test.each<Acceptance>([
  { name: 'one for each', quantities: { seat: 5, 'a/b': 1 }, at: [] },
  { name: 'the most', quantities: { seat: 10, 'a/b': 99 }, at: [] },
  {
    name: 'none at all',
    quantities: undefined,
    at: ['/buyerCommitQuantities/seat', '/buyerCommitQuantities/a~1b'],
  },
  { name: 'one missing', quantities: { 'a/b': 1 }, at: ['/buyerCommitQuantities/seat'] },
  { name: 'one too many', quantities: { seat: 5, 'a/b': 1, fixed: 2 }, at: ['/buyerCommitQuantities/fixed'] },
  {
    name: 'an unknown one',
    quantities: { seat: 5, 'a/b': 1, other: 2 },
    at: ['/buyerCommitQuantities/other'],
  },
  { name: 'zero', quantities: { seat: 5, 'a/b': 0 }, at: ['/buyerCommitQuantities/a~1b'] },
  { name: 'a fraction', quantities: { seat: 5.5, 'a/b': 1 }, at: ['/buyerCommitQuantities/seat'] },
  { name: 'too few seats', quantities: { seat: 4, 'a/b': 1 }, at: ['/buyerCommitQuantities/seat'] },
  { name: 'too many seats', quantities: { seat: 11, 'a/b': 1 }, at: ['/buyerCommitQuantities/seat'] },
])('R30 R42 quantities at acceptance: $name', ({ quantities, at }) => {
  const findings = checkBuyerQuantities([chosenSeats, chosenUnits, fixed], quantities);
  expect(findings.map(({ pointer }) => pointer)).toEqual(at);
});

test.each([
  { name: 'no commits', commits: [], quantities: undefined, count: 0 },
  { name: 'nothing to choose', commits: [fixed], quantities: {}, count: 0 },
  {
    name: 'a key that objects inherit',
    commits: [{ key: 'constructor', buyerQuantityConfigurable: true }],
    quantities: {},
    count: 1,
  },
  {
    name: 'a commit without a key',
    commits: [{ buyerQuantityConfigurable: true }],
    quantities: {},
    count: 1,
  },
])('R30 acceptance with $name', ({ commits, quantities, count }) => {
  expect(checkBuyerQuantities(commits, quantities)).toHaveLength(count);
});

test.each([
  { name: 'within', commit: { ...seats, quantity: 7 }, quantities: undefined, at: [] },
  { name: 'without a quantity', commit: seats, quantities: undefined, at: [] },
  {
    name: 'below',
    commit: { ...seats, quantity: 4 },
    quantities: undefined,
    at: ['/info/commits/0/quantity'],
  },
  {
    name: 'above',
    commit: { ...seats, quantity: 11 },
    quantities: undefined,
    at: ['/info/commits/0/quantity'],
  },
  { name: 'no seats', commit: { ...seats, type: 'FLAT_RATE', quantity: 11 }, quantities: undefined, at: [] },
  {
    name: 'no bounds',
    commit: { type: 'PER_USER', quantity: 11, minimumUsers: 0, maximumUsers: 0 },
    quantities: undefined,
    at: [],
  },
  {
    name: 'chosen above',
    commit: { ...chosenSeats, quantity: 7 },
    quantities: { seat: 11 },
    at: ['/buyerCommitQuantities/seat'],
  },
])('R42 seats within minimum and maximum: $name', ({ commit, quantities, at }) => {
  expect(quantityFindings([commit], quantities).map(({ pointer }) => pointer)).toEqual(at);
});

test('R30 the entitlement shows the bought quantity, without buyerCommitQuantities', () => {
  const offer = anOffer(
    { commits: [chosenSeats, fixed] },
    { partner: 'MKA', metaInfo: { buyerCommitQuantities: { seat: 6 } } },
  );
  const derived = deriveEntitlement(accepted(offer, { buyerCommitQuantities: { seat: 6 } }));
  expect(derived.info.commits).toEqual([{ ...chosenSeats, quantity: 6 }, fixed]);
  expect(derived.metaInfo).not.toHaveProperty('buyerCommitQuantities');
  expect(offer.info.commits).toEqual([chosenSeats, fixed]);
});

test('R42 commits by seat have the number of seats that the marketplace shows; other commits stay', () => {
  const [few, many, fee] = [
    { key: 'few', type: 'PER_USER', quantity: 3 },
    { key: 'many', type: 'PER_USER', quantity: 30 },
    { key: 'fee', quantity: 2 },
  ];
  const commits = [fee, few, many];
  expect(seatedCommits(commits, undefined)).toBe(commits);
  expect(seatedCommits(commits, 3)).toBe(commits);
  expect(seatedCommits([fee], 7)).toEqual([fee]);
  expect(seatedCommits([fee, few], 7)).toEqual([fee, { ...few, quantity: 7 }]);
});
