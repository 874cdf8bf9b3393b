import { describe, expect, test } from 'vitest';
import type { UsageAnswer, UsageRecord } from '../../src/marketplaces/index.ts';
import type { World } from './suite.ts';

const hourMs = 3_600_000;
let made = 0;

/** Defines the usage tests of every adapter. */
export function takesUsage(world: World): void {
  reportsUsage(world);
  refusesUsage(world);
}

/** Helpers for tests of usage. */
function reportsOf(world: World) {
  const can = () => world.adapter().describe().usage;
  const limits = () => can() as NonNullable<ReturnType<typeof can>>;
  const report = async (records: readonly UsageRecord[], adapter = world.adapter()): Promise<UsageAnswer> => {
    // Waits long enough for the rate limit of the marketplace.
    await world.pass(limits().rate?.perSeconds ?? 1);
    const key = `call_${++made}`;
    const answer = await adapter.reportUsage?.({ key, records });
    expect(answer?.verdicts).toHaveLength(records.length);
    expect(answer?.mirrors).toHaveLength(records.length);
    return answer as UsageAnswer;
  };
  const kinds = async (records: readonly UsageRecord[]) =>
    (await report(records)).verdicts.map(({ kind }) => kind);
  const record = async (more: Partial<UsageRecord> = {}): Promise<UsageRecord> => {
    // The agreement is created first, because its creation may take time at the marketplace.
    const agreementId = more.agreementId ?? (await world.agreement(false));
    const now = await world.now();
    const current = new Date(now.getTime() - (now.getTime() % hourMs));
    const hour = (world.usageHour?.(now) ?? current).toISOString();
    return {
      key: `line_${++made}`,
      agreementId,
      externalProductId: undefined,
      externalBuyerId: undefined,
      planId: undefined,
      dimension: world.dimension,
      hour,
      since: more.hour ?? hour,
      quantity: '3',
      amount: undefined,
      currency: undefined,
      valueType: undefined,
      ...more,
    };
  };
  return { can, limits, report, kinds, record };
}

function reportsUsage(world: World): void {
  const { can, limits, report, kinds, record } = reportsOf(world);
  describe('usage', () => {
    test('the adapter has usage operations exactly where its capabilities have usage', () => {
      const { reportUsage, readUsage } = world.adapter();
      expect(reportUsage !== undefined).toBe(can() !== undefined);
      expect(readUsage !== undefined).toBe(can() !== undefined && limits().unreadable === undefined);
      // If the marketplace cannot be queried, the text contains a different place to check.
      if (can() && !readUsage) expect(limits().unreadable).toMatch(/\w+ .+\./);
    });

    test('usage is accepted, and its mirror has only fields of the marketplace', async ({ skip }) => {
      if (!can()) skip();
      const answer = await report([await record()]);
      expect(answer.verdicts[0]?.kind).toBe('accepted');
      const prefix = `${world.partner.slice(0, 2).toLowerCase()}${world.partner.slice(2)}`;
      for (const name of Object.keys(answer.mirrors[0] ?? {})) expect(name.startsWith(prefix)).toBe(true);
    });

    test('a record that may be repeated counts once', async ({ skip }) => {
      if (!can() || limits().unknown === 'hold') skip();
      const [first] = [await record()];
      expect(await kinds([first])).toEqual(['accepted']);
      for (const _ of [1, 2]) expect((await kinds([first]))[0]).toMatch(/^(accepted|duplicateSame)$/);
    });

    test('results can be read again where the capabilities allow it', async ({ skip }) => {
      if (!world.adapter().readUsage) skip();
      const [taken, never] = [await record(), await record()];
      await report([taken]);
      const shown = await world.adapter().readUsage?.([never, taken]);
      expect(shown?.map(({ kind }) => kind)).toEqual(['unknown', 'accepted']);
    });
  });
}

function refusesUsage(world: World): void {
  const { can, limits, report, kinds, record } = reportsOf(world);
  describe('invalid usage', () => {
    test('a call with too many records is refused as a whole', async ({ skip }) => {
      if (!can()) skip();
      const agreementId = await world.agreement(false);
      const records: UsageRecord[] = [];
      for (let n = 0; n <= limits().maximumBatch; n++)
        records.push(await record({ agreementId, dimension: world.dimension, key: `many_${++made}` }));
      expect((await report(records)).refusedFor).toBeDefined();
      expect(await kinds(records.slice(0, 1))).toEqual(['accepted']);
    });

    test('an invalid record is rejected, and the other records of the call according to the capabilities', async ({
      skip,
    }) => {
      if (!can()) skip();
      const { lateMinutes, integers, zeroAllowed, atomicBatches } = limits();
      const now = await world.now();
      const late = new Date(Math.floor(now.getTime() / hourMs) * hourMs - lateMinutes * 60_000);
      late.setUTCMinutes(0, 0, 0);
      const strange: Partial<UsageRecord>[] = [
        { hour: late.toISOString() },
        { hour: new Date(now.getTime() + 2 * hourMs).toISOString() },
        { agreementId: 'nothing' },
        { quantity: '-1' },
        ...(zeroAllowed ? [] : [{ quantity: '0' }]),
        ...(integers === 'all' ? [{ quantity: '1.5' }] : []),
        ...(integers === 'byValueType' ? [{ quantity: '1.5', valueType: 'INT64' }] : []),
      ];
      for (const more of strange) {
        const [bad, good] = [await record(more), await record()];
        const answer = await report([good, bad]);
        if (answer.refusedFor) {
          expect(atomicBatches, JSON.stringify(more)).toBe(true);
          expect(await kinds([good])).toEqual(['accepted']);
        } else {
          expect(
            answer.verdicts.map(({ kind }) => kind),
            JSON.stringify(more),
          ).toEqual(['accepted', 'rejected']);
          expect(answer.verdicts[1]).toMatchObject({ permanent: true });
        }
      }
    });

    test('usage of another seller’s agreement is refused', async ({ skip }) => {
      if (!can()) skip();
      const theirs = await record();
      const answer = await report([theirs], world.stranger());
      expect(answer.refusedFor !== undefined || answer.verdicts[0]?.kind === 'rejected').toBe(true);
      expect(await kinds([theirs])).toEqual(['accepted']);
    });

    test('intervals of a dimension must be contiguous where the capabilities require it', async ({
      skip,
    }) => {
      if (!can() || !limits().contiguousIntervals) skip();
      const first = await record();
      await report([first]);
      const end = new Date(Date.parse(first.hour) + hourMs).toISOString();
      await world.pass(2 * 3600);
      const hour = new Date(Date.parse(end) + hourMs).toISOString();
      const next = { ...first, key: `line_${++made}`, hour };
      if (!world.acceptsGaps) expect(await kinds([{ ...next, since: hour }])).toEqual(['rejected']);
      expect(await kinds([{ ...next, since: end }])).toEqual(['accepted']);
    });
  });
}
