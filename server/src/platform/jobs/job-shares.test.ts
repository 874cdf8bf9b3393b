import { describe, expect, test } from 'vitest';
import { type Candidate, chooseJobs, groupJobs, type Line, shareSlots } from './job-shares.ts';

const line = (organizationId: string, order: number, running = 0, kind = 'plain'): Line => ({
  organizationId,
  order,
  running,
  kind,
  due: true,
});
const given = (lines: Line[], slots: number, most = slots) =>
  Object.fromEntries(
    shareSlots(lines, slots, () => most).map((share) => [share.organizationId, share.slots]),
  );

describe('free slots', () => {
  test('go in equal parts to those that wait, the odd one to whose job is ready longest', () => {
    expect(given([line('b', 1), line('a', 0)], 4)).toEqual({ a: 2, b: 2 });
    expect(given([line('b', 1), line('a', 0)], 3)).toEqual({ a: 2, b: 1 });
    expect(given([line('a', 0), line('b', 1), line('c', 2)], 2)).toEqual({ a: 1, b: 1 });
  });

  test('go to who runs fewer first', () => {
    expect(given([line('a', 0, 3), line('b', 1)], 2)).toEqual({ b: 2 });
    expect(given([line('a', 0, 3), line('b', 1, 1)], 4)).toEqual({ a: 1, b: 3 });
  });

  test('are counted once for an organization, whatever kinds its jobs are of', () => {
    expect(given([line('a', 2), line('a', 0, 0, 'other'), line('b', 1)], 3)).toEqual({ a: 2, b: 1 });
  });

  test('are left when nobody may have more', () => {
    expect(given([line('a', 0)], 4, 3)).toEqual({ a: 3 });
    expect(given([line('a', 0), line('b', 1)], 4, 0)).toEqual({});
    expect(given([], 4)).toEqual({});
  });
});

describe('of the jobs that were looked at', () => {
  const job = (row: string, more: Partial<Candidate> = {}): Candidate => ({
    row,
    organizationId: 'a',
    kind: 'plain',
    lane: row,
    position: 1,
    exclusive: false,
    leased: false,
    first: true,
    free: true,
    ...more,
  });
  const slow = { kinds: new Set(['slow']), slots: 1 };
  const chosen = (candidates: Candidate[], slots = 4) =>
    chooseJobs(
      candidates,
      ['a', 'b'].map((organizationId) => ({ organizationId, slots })),
      slow,
    ).map(({ row }) => row);

  test('each organization has its share, in order', () => {
    expect(chosen([job('1'), job('2'), job('3', { organizationId: 'b' }), job('4')], 2)).toEqual([
      '1',
      '2',
      '3',
    ]);
  });

  test('none is taken that runs, comes after another of its lane, or is kept out', () => {
    expect(
      chosen([job('1', { leased: true }), job('2', { first: false }), job('3', { free: false })]),
    ).toEqual([]);
  });

  test('an exclusive one is taken alone', () => {
    const exclusive = { exclusive: true };
    expect(chosen([job('1', exclusive), job('2'), job('3', { organizationId: 'b' })])).toEqual(['1', '3']);
    expect(chosen([job('1'), job('2', exclusive), job('3')])).toEqual(['1', '3']);
  });

  test('those that are run together have one slot, up to their number', () => {
    const many = new Map([['many', 2]]);
    const kind = { kind: 'many' };
    const jobs = [job('1', kind), job('2'), job('3', kind), job('4', kind), job('5', kind), job('6', kind)];
    const share = [{ organizationId: 'a', slots: 3 }];
    const found = chooseJobs([...jobs, job('7', { ...kind, organizationId: 'b' })], share, slow, many);
    expect(groupJobs(found, many).map((group) => group.map(({ row }) => row))).toEqual([
      ['1', '3'],
      ['2'],
      ['4', '5'],
    ]);
  });

  test('slow ones have their slots', () => {
    const kind = { kind: 'slow' };
    expect(chosen([job('1', kind), job('2', kind), job('3')])).toEqual(['1', '3']);
  });
});
