import { describe, expect, test } from 'vitest';
import { dueTime } from './cancellation-schedule.ts';

const now = new Date('2027-01-01T00:00:00.000Z');
const end = '2028-01-01T00:00:00.000Z';

describe('when a scheduled cancellation is due', () => {
  test.each([
    [{ type: 'Immediate' }, null, now.toISOString()],
    [{ type: 'EndOfTerm' }, end, end],
    [{ type: 'SpecificDate', cancelDate: '2027-06-01' }, end, '2027-06-01T00:00:00.000Z'],
    [{ type: 'SpecificDate', cancelDate: '2028-01-01T01:00:00+01:00' }, end, end],
    [{ type: 'SpecificDate', cancelDate: '2099-01-01' }, null, '2099-01-01T00:00:00.000Z'],
    [{ type: 'Immediate', note: '😀'.repeat(500) }, null, now.toISOString()],
  ])('%j with the end %s is %s', (schedule, endTime, due) => {
    expect(dueTime(schedule, endTime, now).toISOString()).toBe(due);
  });

  test.each([
    [{}, end, '/type'],
    [{ type: 'Sometime' }, end, '/type'],
    [{ type: 'EndOfTerm' }, null, '/type'],
    [{ type: 'SpecificDate' }, end, '/cancelDate'],
    [{ type: 'SpecificDate', cancelDate: '2027-01-01' }, end, '/cancelDate'],
    [{ type: 'SpecificDate', cancelDate: '2028-01-02' }, end, '/cancelDate'],
    [{ type: 'Immediate', note: 'x'.repeat(501) }, end, '/note'],
  ])('%j with the end %s is refused at %s', (schedule, endTime, pointer) => {
    expect(() => dueTime(schedule, endTime, now)).toThrow(pointer);
  });
});
