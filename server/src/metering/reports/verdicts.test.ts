import { describe, expect, test } from 'vitest';
import type { UsageVerdict } from '../../marketplaces/index.ts';
import { outcomeOf, outcomesOf, waitSeconds } from './verdicts.ts';

const now = new Date('2026-01-01T00:00:00Z');
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const safe = { unknown: 'safe' } as const;
const held = { unknown: 'hold', rate: { calls: 1, perSeconds: 60, each: 'agreement' } } as const;
const dimension = 'gpu';
const refusal = { code: 'Bad', message: 'it is' };

describe('the result of a record', () => {
  test.each<[UsageVerdict, string, Date | null, boolean]>([
    [{ kind: 'accepted', externalId: 'x' }, 'ACCEPTED', null, false],
    [{ kind: 'duplicateSame', externalId: 'x' }, 'ACCEPTED', null, false],
    [{ kind: 'duplicateOther', acceptedQuantity: '3' }, 'REJECTED', null, true],
    [{ kind: 'rejected', ...refusal, permanent: true }, 'REJECTED', null, true],
    [{ kind: 'rejected', ...refusal, permanent: false }, 'WAITING', after(15), false],
    [{ kind: 'retry', ...refusal }, 'WAITING', after(15), false],
    [{ kind: 'retry', ...refusal, afterSeconds: 40 }, 'WAITING', after(40), false],
    [{ kind: 'unknown', message: 'lost' }, 'UNKNOWN', after(15), false],
  ])('%j: %s', (verdict, state, dueTime, alerts) => {
    const outcome = outcomeOf(verdict, { usage: safe, now, attempts: 2, dimension });
    expect(outcome).toMatchObject({ state, dueTime });
    expect(outcome.alert !== undefined).toBe(alerts);
  });

  test('an unknown outcome is held if a retry might count twice, with an alert', () => {
    const outcome = outcomeOf(
      { kind: 'unknown', message: 'lost' },
      { usage: held, now, attempts: 1, dimension },
    );
    expect(outcome).toMatchObject({ state: 'UNKNOWN', dueTime: null });
    expect(outcome.alert).toContain('resolve');
  });

  test.each<[UsageVerdict, string, Date | null, boolean]>([
    [{ kind: 'accepted', externalId: 'x' }, 'ACCEPTED', null, false],
    [{ kind: 'duplicateOther', acceptedQuantity: '3' }, 'REJECTED', null, true],
    // The repeat is late, but the first attempt may have been in time.
    [{ kind: 'rejected', ...refusal, permanent: true }, 'UNKNOWN', null, true],
    [{ kind: 'retry', ...refusal }, 'UNKNOWN', after(15), false],
  ])('on a repeat, %j: %s, so that it is never sent as new usage', (verdict, state, dueTime, alerts) => {
    const outcome = outcomeOf(verdict, { usage: safe, now, attempts: 2, mayBeTaken: true, dimension });
    expect(outcome).toMatchObject({ state, dueTime });
    expect(outcome.alert !== undefined).toBe(alerts);
  });

  test('further attempts wait longer, and at least the interval between calls', () => {
    expect([1, 2, 3, 4, 5, 6, 50].map(waitSeconds)).toEqual([5, 15, 45, 135, 405, 600, 600]);
    const outcome = outcomeOf({ kind: 'retry', ...refusal }, { usage: held, now, attempts: 1, dimension });
    expect(outcome.dueTime).toEqual(after(60));
  });
});

describe('a call that was refused because of a bad record', () => {
  const bad: UsageVerdict = { kind: 'rejected', ...refusal, permanent: true };
  const states = (keys: string[], recordKey?: string) =>
    outcomesOf(
      keys.map(() => ({ attempts: 1, dimension })),
      keys,
      { verdicts: keys.map(() => bad), mirrors: keys.map(() => ({})), refusedFor: { ...refusal, recordKey } },
      { usage: safe, now, callId: 'c' },
    ).map(({ state, kept }) => `${state} ${kept.part ?? ''}`.trim());

  test('that is named: that record is rejected, the others are sent again', () => {
    expect(states(['a', 'b', 'c'], 'b')).toEqual(['WAITING', 'REJECTED', 'WAITING']);
  });
  test('that is not named: the records are sent again in two parts', () => {
    expect(states(['a', 'b', 'c'])).toEqual(['WAITING ca', 'WAITING ca', 'WAITING cb']);
  });
  test('a repeat is sent again immediately, still as a repeat', () => {
    const answer = { verdicts: [bad, bad], mirrors: [{}, {}], refusedFor: { ...refusal, recordKey: 'b' } };
    const lines = [
      { attempts: 2, mayBeTaken: true, dimension },
      { attempts: 1, dimension },
    ];
    const outcomes = outcomesOf(lines, ['a', 'b'], answer, { usage: safe, now, callId: 'c' });
    expect(outcomes).toMatchObject([{ state: 'UNKNOWN', dueTime: now }, { state: 'REJECTED' }]);
  });
  test('which was the only record: it is rejected', () => {
    expect(states(['a'])).toEqual(['REJECTED']);
  });
});
