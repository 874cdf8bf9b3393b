import { describe, expect, test } from 'vitest';
import { createDeliverySlots } from './delivery-slots.ts';

const slots = () => {
  const clock = { now: 0 };
  const made = createDeliverySlots(() => clock.now);
  const takeAll = (failing: boolean): number => {
    for (let count = 0; ; count++) {
      const limits = made.limits();
      if ((failing ? limits.freeFailing : limits.free) > 0) made.take(failing);
      else return count;
    }
  };
  return { clock, takeAll, ...made };
};

describe('the delivery slots of a process', () => {
  test('a claim takes half of the free slots, and fewer for each endpoint the fewer are free', () => {
    const { limits, take } = slots();
    expect(limits()).toEqual({ free: 256, freeFailing: 64, ofEndpoint: 48, ofFailing: 1 });
    for (let count = 0; count < 448; count++) take(false);
    expect(limits()).toMatchObject({ free: 32, ofEndpoint: 8 });
  });

  test('failing endpoints have separate slots: they use no slots of others, and vice versa', () => {
    const one = slots();
    expect(one.takeAll(true)).toBe(64);
    expect(one.limits()).toMatchObject({ free: 256, freeFailing: 0 });
    const other = slots();
    expect(other.takeAll(false)).toBe(512);
    expect(other.limits()).toMatchObject({ free: 0, freeFailing: 64 });
    other.takeAll(true);
    expect(other.limits()).toMatchObject({ free: 0, freeFailing: 0 });
  });

  test('slots of hanging deliveries are freed for others after a while, up to a limit', () => {
    const { clock, takeAll, limits } = slots();
    for (const expected of [512, 512, 512, 448, 0]) {
      expect(takeAll(false)).toBe(expected);
      clock.now += 5000;
    }
    expect(limits()).toMatchObject({ free: 0, freeFailing: 64 });
  });

  test('a released slot is free again', () => {
    const { limits, take } = slots();
    const give = Array.from({ length: 512 }, () => take(false));
    expect(limits()).toMatchObject({ free: 0 });
    for (const one of give) one();
    expect(limits()).toMatchObject({ free: 256 });
  });
});
