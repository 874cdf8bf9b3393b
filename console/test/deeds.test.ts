import { expect, test } from 'vitest';
import { changeInWords, scopeName } from '../src/ui/deeds.ts';

test('a notification scope is a noun and what happened to it', () => {
  expect(
    ['CREATE.OFFER', 'CANCEL.OFFER', 'PENDING_ACCEPTANCE.OFFER', 'NOTIFY.UNPURCHASED_OFFERS', 'TEST'].map(
      scopeName,
    ),
  ).toEqual([
    'Offer created',
    'Offer cancelled',
    'Offer ready for acceptance',
    'Unpurchased offers notified',
    'Test',
  ]);
});

test('a change names the state after it only if the action does not say it', () => {
  expect(changeInWords('CREATE', 'PENDING_CREATE')).toBe('Created');
  expect(changeInWords('PENDING_ACCEPTANCE', 'PENDING_ACCEPTANCE')).toBe('Ready for acceptance');
  expect(changeInWords('CREATE', 'DRAFT')).toBe('Created (draft)');
  expect(changeInWords('CANCEL', 'CANCELLED')).toBe('Cancelled');
  expect(changeInWords('UPDATE', 'CREATE_FAILED')).toBe('Changed (create failed)');
});
