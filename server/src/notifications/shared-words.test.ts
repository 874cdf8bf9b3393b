import { expect, test } from 'vitest';
import published from '../../test/contract/published.json' with { type: 'json' };
import { catalogue } from './catalogue.ts';
import { sharedAction, sharedEntityType } from './shared-words.ts';

const actions: readonly string[] = published.words.NotificationEventAction;
const entityTypes: readonly string[] = published.words.EntityType;

test.each(Object.keys(catalogue))('%s is listed with words that published clients accept', (scope) => {
  const [action = '', entityType = ''] = scope.split('.');
  expect(actions).toContain(sharedAction(action));
  expect(['', ...entityTypes]).toContain(sharedEntityType(entityType));
  if (actions.includes(action)) expect(sharedAction(action)).toBe(action);
  if (entityTypes.includes(entityType)) expect(sharedEntityType(entityType)).toBe(entityType);
});

test('unforeseen words are mapped to published ones', () => {
  expect([sharedAction('DO_IT'), sharedEntityType('THING'), sharedAction('TERMINATE')]).toEqual([
    'UPDATE',
    '',
    'CANCEL',
  ]);
});
