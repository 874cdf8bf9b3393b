import { expect } from 'vitest';
import { type Change, MarketplaceError } from '../../src/marketplaces/index.ts';
import type { World } from './suite.ts';

let keys = 0;
/** Creates a new idempotency key. */
export const newKey = () => `conformance_${++keys}`;
/** Polls a change until it ends. */
export async function ended(
  world: World,
  asked: Promise<Change>,
  adapter = world.adapter(),
): Promise<Change> {
  let change = await asked;
  for (let round = 0; change.state === 'RUNNING'; round++) {
    if (round === mostRounds) throw new Error(`${change.handle} did not end`);
    expect(change.handle.length).toBeLessThanOrEqual(500);
    expect(change.askAgainMs).toBeGreaterThan(0);
    await world.pass(Math.ceil(change.askAgainMs / 1000));
    await world.settle();
    change = (await adapter.readChange?.(change.handle)) as Change;
  }
  return change;
}
const mostRounds = 100;
/** Returns the id of the created record, after its change has ended. */
export async function made(world: World, asked: Promise<Change>): Promise<string> {
  const change = await ended(world, asked);
  expect(change).toMatchObject({ state: 'DONE', externalId: expect.any(String) });
  return change.externalId as string;
}
/** Requires that a change fails: rejected immediately, or at its end. */
export async function refused(
  world: World,
  asked: Promise<unknown>,
  adapter = world.adapter(),
): Promise<void> {
  const change = await ended(world, asked as Promise<Change>, adapter).catch((error: unknown) => {
    expect(error).toBeInstanceOf(MarketplaceError);
    const { kind, message: code, readable } = error as MarketplaceError;
    expect(kind).toBe('refused');
    return { state: 'FAILED', code, readable };
  });
  expect(change).toMatchObject({ state: 'FAILED', code: expect.stringMatching(/./) });
  expect((change as { readable: string }).readable.length).toBeGreaterThan(20);
}
