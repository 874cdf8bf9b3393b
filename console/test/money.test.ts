import { expect, test } from 'vitest';
import { money } from '../src/ui/money.tsx';

const digits = (shown: string) => shown.replaceAll(/\D/g, '');

test('an amount keeps all its digits, also as a text that a number could not represent', () => {
  expect(digits(money('9007199254740993', 'USD'))).toBe('900719925474099300');
  expect(digits(money(1200.5, 'EUR'))).toBe('120050');
  expect(money(undefined, 'USD')).toBe('–');
});
