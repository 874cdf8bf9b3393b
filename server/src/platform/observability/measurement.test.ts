import { expect, test } from 'vitest';
import { createMeasurement } from './measurement.ts';

test('callers within keepMs share a measurement, and later callers start the next measurement', async () => {
  let at = 0;
  let measured = 0;
  const measure = async () => ++measured;
  const measurement = createMeasurement({ measure, onError: () => {}, now: () => at, keepMs: 5000 });
  const many = () => Promise.all(Array.from({ length: 20 }, () => measurement.read()));
  expect(new Set(await many())).toEqual(new Set([1]));
  at = 4999;
  expect(new Set(await many())).toEqual(new Set([1]));
  at = 5001;
  expect(new Set(await many())).toEqual(new Set([2]));
});

test('a caller gets a result by the deadline, and no second measurement begins while one is running', async () => {
  let begun = 0;
  let answer: (value: string) => void = () => {};
  const measure = () => {
    begun += 1;
    return new Promise<string>((resolve) => {
      answer = resolve;
    });
  };
  const measurement = createMeasurement({ measure, onError: () => {}, deadlineMs: 1 });
  expect(await measurement.read()).toBeUndefined();
  expect(await measurement.read()).toBeUndefined();
  expect(begun).toBe(1);
  const late = createMeasurement({ measure, onError: () => {} });
  const read = late.read();
  answer('there');
  expect([await read, await late.read(), begun]).toEqual(['there', 'there', 2]);
});

test('a failure is reported once, returned as undefined, and cached as long as a value', async () => {
  const errors: string[] = [];
  const measurement = createMeasurement({
    measure: () => Promise.reject(new Error('away')),
    onError: ({ message }) => errors.push(message),
  });
  expect([await measurement.read(), await measurement.read()]).toEqual([undefined, undefined]);
  expect(errors).toEqual(['away']);
});
