import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { type Reply, send } from '../../harness.ts';
import type { Chance } from '../seeded.ts';

export type Group = { id: string; entitlementID: string; records: Record<string, number> };
/** A call that can be repeated. */
type Call = { path: string; body: unknown; headers?: Record<string, string>; count: number };
/** Responses to callers: acknowledged groups, and calls without a response. */
export type Answers = { acknowledged: Map<string, Group>; unanswered: Set<Call>; answered: Call[] };

/** The addresses of the processes of one organization. */
export type ServerAddresses = { addresses: readonly string[]; orgId: string; token: string };

const post = (
  { orgId, token }: ServerAddresses,
  address: string,
  { path, body, headers = {} }: Call,
): Promise<Reply> => send(`${address}/org/${orgId}/${path}`, 'POST', { token, body, headers });

/** Creates calls that can be repeated: single groups and batches with identifiers, and batches with a key. */
export function createCalls(chance: Chance, entitlementIds: readonly string[]): () => Call {
  let made = 0;
  const group = () => ({
    entitlementID: chance.pick(entitlementIds),
    records: { gpu: chance.below(900) / 100, disk: 1 + chance.below(50) },
  });
  const groups = () => Array.from({ length: 1 + chance.below(20) }, group);
  return () => {
    const name = `c${chance.seed}-${made++}`;
    if (chance.below(3) === 0) {
      const { entitlementID, records } = group();
      const path = `entitlement/${entitlementID}/usageRecordGroup`;
      return { path, body: { id: name, records }, count: 1 };
    }
    const body = groups();
    const path = 'batchCreateUsageRecordGroups';
    if (chance.below(2) === 0)
      return { path, body, headers: { 'idempotency-key': name }, count: body.length };
    return { path, body: body.map((one, index) => ({ ...one, id: `${name}-${index}` })), count: body.length };
  };
}

/** Stores acknowledged groups, because a repeat must return the same groups. */
function keep({ status, text, body }: Reply, call: Call, answers: Answers): void {
  expect(status, text).toBe(200);
  const groups: (Group & { status: string })[] = Array.isArray(body) ? body : [body];
  expect(groups.length).toBe(call.count);
  for (const { id, entitlementID, records, status: state } of groups) {
    expect(state, text).not.toBe('INVALID');
    const group = { id, entitlementID, records };
    expect(answers.acknowledged.get(id) ?? group).toEqual(group);
    answers.acknowledged.set(id, group);
  }
  if (!answers.answered.includes(call)) answers.answered.push(call);
  answers.unanswered.delete(call);
}

/**
 * Sends a call to each address in turn until one address responds.
 * @returns false if no address responds
 */
async function say(doors: ServerAddresses, call: Call, answers: Answers): Promise<boolean> {
  answers.unanswered.add(call);
  for (const address of doors.addresses)
    for (;;) {
      const reply = await post(doors, address, call).catch(() => undefined);
      if (!reply) break;
      if (reply.status === 503 || reply.body?.code === 'idempotency_key_in_use') {
        await delay(20);
        continue;
      }
      keep(reply, call, answers);
      return true;
    }
  return false;
}

/** Reports continuously from several callers, with occasional repeats, until no process responds. */
export async function report(
  doors: ServerAddresses,
  callers: number,
  answers: Answers,
  { chance, next }: { chance: Chance; next: () => Call },
): Promise<void> {
  const caller = async (number: number) => {
    const order = number % 2 === 0 ? doors.addresses : [...doors.addresses].reverse();
    for (;;) {
      const isRepeat = answers.answered.length > 0 && chance.below(4) === 0;
      const call = isRepeat ? chance.pick(answers.answered) : next();
      if (!(await say({ ...doors, addresses: order }, call, answers))) return;
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, number) => caller(number)));
}

/**
 * Repeats calls without a response from two callers simultaneously; both callers must receive the same
 * groups.
 */
export async function repeatUnanswered(doors: ServerAddresses, answers: Answers): Promise<number> {
  const calls = [...answers.unanswered];
  for (const call of calls) {
    const both = await Promise.all([say(doors, call, answers), say(doors, call, answers)]);
    expect(both).toEqual([true, true]);
  }
  return calls.length;
}
