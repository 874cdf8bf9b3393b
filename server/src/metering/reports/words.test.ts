import { expect, test } from 'vitest';
import { refusalWords, repeatWords } from './words.ts';

test.each([
  [
    { code: 'AgreementNotActive', message: 'the agreement has ended' },
    'The marketplace refused usage of gpu: “agreement not active” (AgreementNotActive): the agreement has ended.',
  ],
  [
    { code: '400', message: 'It is too large.' },
    'The marketplace refused usage of gpu: 400: It is too large.',
  ],
  [
    { code: 'Bad', message: 'The marketplace gave the cause “bad” (Bad).' },
    'The marketplace refused usage of gpu: The marketplace gave the cause “bad” (Bad).',
  ],
])('a refusal %j is said in words, with the code once', (cause, words) => {
  expect(refusalWords({ kind: 'rejected', ...cause }, 'gpu')).toBe(words);
  expect(repeatWords(cause, 'gpu')).toContain(cause.message);
});

test('the quantity that a marketplace keeps is said where it is known', () => {
  expect(refusalWords({ kind: 'duplicateOther', acceptedQuantity: '3' }, 'gpu')).toContain(
    'the quantity 3 of gpu',
  );
  expect(refusalWords({ kind: 'duplicateOther' }, 'gpu')).toContain('another quantity of gpu');
});
