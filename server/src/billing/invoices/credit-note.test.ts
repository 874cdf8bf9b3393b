import { expect, test } from 'vitest';
import { taxedCreditNotes } from './credit-note.ts';

type CreditNoteInput = {
  currency: string;
  due: string;
  taxes: [percent: string, amount: string][];
  notes: string[];
};
const shown = ({ currency, due, taxes, notes }: CreditNoteInput) => {
  const info = { taxes: taxes.map(([percent, amount]) => ({ name: 'VAT', percent, amount })) };
  const tax = taxes.reduce((sum, [, amount]) => sum + Number(amount), 0);
  const invoice = { currency, due_amount: due, tax_amount: String(tax), info: JSON.stringify(info) };
  return taxedCreditNotes(
    invoice,
    notes.map((amount) => ({ amount })),
  ).map(({ netAmount, taxAmount }) => [String(netAmount), String(taxAmount)]);
};

test.each<[string, CreditNoteInput, string[][]]>([
  [
    'one tax',
    { currency: 'EUR', due: '368.9', taxes: [['19', '58.9']], notes: ['249.9'] },
    [['210', '39.9']],
  ],
  [
    'two taxes, credited in full by several notes without a rounding loss',
    {
      currency: 'CAD',
      due: '114.96',
      taxes: [
        ['5', '5'],
        ['9.975', '9.97'],
      ],
      notes: ['38.32', '38.32', '38.32'],
    },
    [
      ['33.33', '4.99'],
      ['33.33', '4.99'],
      ['33.33', '4.99'],
    ],
  ],
  [
    'a currency without decimals',
    { currency: 'JPY', due: '110', taxes: [['10', '10']], notes: ['37'] },
    [['34', '3']],
  ],
  ['no tax', { currency: 'EUR', due: '100', taxes: [], notes: ['60'] }, [['60', '0']]],
])('a credit note has its prorated part of the invoice’s taxes: %s', (_, given, expected) => {
  expect(shown(given)).toEqual(expected);
});
