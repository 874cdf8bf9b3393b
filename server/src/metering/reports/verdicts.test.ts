import { describe, expect, test } from 'vitest';
import type { UsageVerdict } from '../../marketplaces/index.ts';
import { outcomeOf, outcomesOf, waitSeconds } from './verdicts.ts';

const now = new Date('2026-01-01T00:00:00Z');
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const safe = { unknown: 'safe' } as const;
const held = { unknown: 'hold', rate: { calls: 1, perSeconds: 60, each: 'agreement' } } as const;
const dimension = 'gpu';
const refusal = { code: 'Bad', message: 'it is' };

describe('a verdict means', () => {
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

  test('what is not known is held where it might count twice, and people know', () => {
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
    // Too late by now, it may have been in time when it was sent first.
    [{ kind: 'rejected', ...refusal, permanent: true }, 'UNKNOWN', null, true],
    [{ kind: 'retry', ...refusal }, 'UNKNOWN', after(15), false],
  ])(
    'of what may be taken already, %j: %s, so that it is never sent as another',
    (verdict, state, dueTime, alerts) => {
      const outcome = outcomeOf(verdict, { usage: safe, now, attempts: 2, mayBeTaken: true, dimension });
      expect(outcome).toMatchObject({ state, dueTime });
      expect(outcome.alert !== undefined).toBe(alerts);
    },
  );

  test('further tries wait longer, and as long as calls must be apart', () => {
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

  test('that is named: that one is rejected, the others go again', () => {
    expect(states(['a', 'b', 'c'], 'b')).toEqual(['WAITING', 'REJECTED', 'WAITING']);
  });
  test('that is not named: they go again in two parts', () => {
    expect(states(['a', 'b', 'c'])).toEqual(['WAITING ca', 'WAITING ca', 'WAITING cb']);
  });
  test('what may be taken already goes again as that, at once', () => {
    const answer = { verdicts: [bad, bad], mirrors: [{}, {}], refusedFor: { ...refusal, recordKey: 'b' } };
    const lines = [
      { attempts: 2, mayBeTaken: true, dimension },
      { attempts: 1, dimension },
    ];
    const outcomes = outcomesOf(lines, ['a', 'b'], answer, { usage: safe, now, callId: 'c' });
    expect(outcomes).toMatchObject([{ state: 'UNKNOWN', dueTime: now }, { state: 'REJECTED' }]);
  });
  test('which was the only one: it is rejected', () => {
    expect(states(['a'])).toEqual(['REJECTED']);
  });
});
