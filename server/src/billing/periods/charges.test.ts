import { expect, test } from 'vitest';
import { chargesOf, dueCharges } from './charges.ts';

const start = '2027-01-15T10:00:00.000Z';
const info = {
  paymentInstallments: [
    { amount: 100 },
    { amount: 50.5, chargeOn: '2027-03-01' },
    { credit: 5, chargeOn: '2027-04-01' },
    { amount: 7, chargeOn: '2026-12-01T00:00:00+02:00' },
  ],
  addons: [
    { id: 'a1', name: 'Setup', description: 'Once', amount: 20, chargeOn: '2027-02-01T08:00:00Z' },
    { id: 'a2', amount: 0 },
    { id: 'a3' },
    { id: 'a4', amount: 3, chargeOn: '' },
  ],
};
const shown = (now: string) => {
  const { due, next } = dueCharges(chargesOf(info, start), now);
  return { due: due.map(({ kind, id, amount }) => `${kind} ${id} ${amount}`), next };
};

test('R45 instalments and addons are charged on their dates, or at the start if they have none', () => {
  expect(shown('2026-11-30T22:00:00Z')).toEqual({ due: ['INSTALLMENT 3 7'], next: start });
  expect(shown('2027-01-15T10:00:00Z')).toEqual({
    due: ['INSTALLMENT 0 100', 'INSTALLMENT 3 7', 'ADDON a4 3'],
    next: '2027-02-01T08:00:00.000Z',
  });
  expect(shown('2027-02-28T23:59:59Z').next).toBe('2027-03-01T00:00:00.000Z');
  expect(shown('2027-03-01')).toEqual({
    due: ['INSTALLMENT 0 100', 'INSTALLMENT 1 50.5', 'INSTALLMENT 3 7', 'ADDON a1 20', 'ADDON a4 3'],
    next: undefined,
  });
});

test('R45 the charge of an addon has its name and description', () => {
  const [addon] = chargesOf({ addons: info.addons }, start);
  expect(addon).toMatchObject({ kind: 'ADDON', id: 'a1', name: 'Setup', description: 'Once' });
  expect(chargesOf({}, start)).toEqual([]);
});
