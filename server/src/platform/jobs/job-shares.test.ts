import { describe, expect, test } from 'vitest';
import { type Candidate, chooseJobs, groupJobs, type ReadyQueue, shareSlots } from './job-shares.ts';

const line = (organizationId: string, order: number, running = 0, kind = 'plain'): ReadyQueue => ({
  organizationId,
  order,
  running,
  kind,
  due: true,
});
const given = (lines: ReadyQueue[], slots: number, most = slots) =>
  Object.fromEntries(
    shareSlots(lines, slots, () => most).map((share) => [share.organizationId, share.slots]),
  );

describe('shareSlots', () => {
  test('assigns equal numbers of slots, and the odd slot to the organization whose job has been ready longest', () => {
    expect(given([line('b', 1), line('a', 0)], 4)).toEqual({ a: 2, b: 2 });
    expect(given([line('b', 1), line('a', 0)], 3)).toEqual({ a: 2, b: 1 });
    expect(given([line('a', 0), line('b', 1), line('c', 2)], 2)).toEqual({ a: 1, b: 1 });
  });

  test('serves the organization with fewer running jobs first', () => {
    expect(given([line('a', 0, 3), line('b', 1)], 2)).toEqual({ b: 2 });
    expect(given([line('a', 0, 3), line('b', 1, 1)], 4)).toEqual({ a: 1, b: 3 });
  });

  test('counts an organization with jobs of several kinds once', () => {
    expect(given([line('a', 2), line('a', 0, 0, 'other'), line('b', 1)], 3)).toEqual({ a: 2, b: 1 });
  });

  test('leaves slots free when all organizations have reached their maximum', () => {
    expect(given([line('a', 0)], 4, 3)).toEqual({ a: 3 });
    expect(given([line('a', 0), line('b', 1)], 4, 0)).toEqual({});
    expect(given([], 4)).toEqual({});
  });
});

describe('chooseJobs', () => {
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

  test('chooses jobs up to the number of slots of each organization, in order', () => {
    expect(chosen([job('1'), job('2'), job('3', { organizationId: 'b' }), job('4')], 2)).toEqual([
      '1',
      '2',
      '3',
    ]);
  });

  test('skips jobs that run, follow another job of their queue key or are blocked by an exclusive job', () => {
    expect(
      chosen([job('1', { leased: true }), job('2', { first: false }), job('3', { free: false })]),
    ).toEqual([]);
  });

  test('chooses an exclusive job alone', () => {
    const exclusive = { exclusive: true };
    expect(chosen([job('1', exclusive), job('2'), job('3', { organizationId: 'b' })])).toEqual(['1', '3']);
    expect(chosen([job('1'), job('2', exclusive), job('3')])).toEqual(['1', '3']);
  });

  test('assigns one slot to jobs that run together, up to their limit', () => {
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

  test('limits slow jobs to their slots', () => {
    const kind = { kind: 'slow' };
    expect(chosen([job('1', kind), job('2', kind), job('3')])).toEqual(['1', '3']);
  });
});
