import { expect, test } from 'vitest';
import { catalogue } from './catalogue.ts';
import { entityTypes, notificationEventActions } from './records/events.ts';
import { sharedAction, sharedEntityType } from './shared-words.ts';

/** The published actions: TERMINATE stands in the notification scopes alone. */
const actions: readonly string[] = notificationEventActions.filter((action) => action !== 'TERMINATE');

test.each(Object.keys(catalogue))('%s is listed by words that published clients know', (scope) => {
  const [action = '', entityType = ''] = scope.split('.');
  expect(actions).toContain(sharedAction(action));
  expect(['', ...entityTypes]).toContain(sharedEntityType(entityType));
  if (actions.includes(action)) expect(sharedAction(action)).toBe(action);
  if (entityTypes.includes(entityType)) expect(sharedEntityType(entityType)).toBe(entityType);
});

test('words that nobody has foreseen are listed, too', () => {
  expect([sharedAction('DO_IT'), sharedEntityType('THING'), sharedAction('TERMINATE')]).toEqual([
    'UPDATE',
    '',
    'CANCEL',
  ]);
});
