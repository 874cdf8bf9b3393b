import { expect, test } from 'vitest';
import { withValue } from '../src/ui/form/pointers.ts';
import { type FormFieldContext, storeOf } from '../src/ui/form/store.ts';

const finding = (at: string, message: string) => ({ pointer: at, at, message, isError: true });
const filling = (more: Partial<FormFieldContext>): FormFieldContext => ({
  orgId: 'org_1',
  record: {},
  set: () => {},
  findings: [],
  focus: () => {},
  ...more,
});

test('an equal value of a field keeps its identity for subscribers', () => {
  const store = storeOf(filling({ findings: [finding('/a', 'is wrong'), finding('/b', 'is wrong')] }));
  const [a, b] = [store.problemsAt('/a'), store.problemsAt('/b')];
  store.put(filling({ findings: [finding('/a', 'is wrong'), finding('/b', 'is worse')] }));
  expect(store.problemsAt('/a')).toBe(a);
  expect(store.problemsAt('/b')).not.toBe(b);
  expect(store.problemsAt('/b')).toMatchObject([{ message: 'is worse' }]);
  expect(store.problemsAt('/c')).toBe(store.problemsAt('/d'));
});

test('a stored value can be read immediately, and subscribers are notified on publication', () => {
  const store = storeOf(filling({}));
  const heard: unknown[] = [];
  const end = store.subscribe(() => heard.push(store.current().record));
  const record = withValue({}, '/a', 1);
  store.put(filling({ record }));
  expect([heard, store.current().record]).toEqual([[], { a: 1 }]);
  store.publish();
  end();
  store.publish();
  expect(heard).toEqual([{ a: 1 }]);
});
