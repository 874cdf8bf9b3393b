import { expect, test } from 'vitest';
import { stepsOf } from '../src/pages/integrations/setup-steps.ts';

const steps = 'Such as `role`.\n\n## 1. Queue\n\nUse `pattern`.\n\n## 2. Role\n\nUse `role` and `pattern`.\n';
const pattern = { name: 'pattern', label: 'Event pattern', value: '{}' };
const role = { name: 'role', label: 'Role policy', value: '{}' };
const other = { name: 'other', label: 'Other', value: '1' };

test('a value of a setup is shown in the first step that mentions it, and by its label in the text', () => {
  expect(stepsOf(steps, [role, pattern, other])).toEqual([
    { text: 'Such as **Role policy**.\n\n', values: [] },
    { text: '## 1. Queue\n\nUse **Event pattern**.\n\n', values: [pattern] },
    { text: '## 2. Role\n\nUse **Role policy** and **Event pattern**.\n', values: [role, other] },
  ]);
  expect(stepsOf('', [other])).toEqual([{ text: '', values: [other] }]);
});
