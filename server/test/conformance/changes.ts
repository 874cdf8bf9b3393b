import { expect } from 'vitest';
import { type Change, MarketplaceError } from '../../src/marketplaces/index.ts';
import type { World } from './suite.ts';

let keys = 0;
/** A key that nothing had before. */
export const newKey = () => `conformance_${++keys}`;
/** Follows a change to its end. */
export async function ended(
  world: World,
  asked: Promise<Change>,
  adapter = world.adapter(),
): Promise<Change> {
  let change = await asked;
  for (let round = 0; change.state === 'RUNNING'; round++) {
    if (round === mostRounds) throw new Error(`${change.handle} has no end`);
    expect(change.handle.length).toBeLessThanOrEqual(500);
    expect(change.askAgainMs).toBeGreaterThan(0);
    await world.pass(Math.ceil(change.askAgainMs / 1000));
    await world.settle();
    change = (await adapter.readChange?.(change.handle)) as Change;
  }
  return change;
}
const mostRounds = 100;
/** The id of what a change makes. */
export async function made(world: World, asked: Promise<Change>): Promise<string> {
  const change = await ended(world, asked);
  expect(change).toMatchObject({ state: 'DONE', externalId: expect.any(String) });
  return change.externalId as string;
}
/** A change that is not to be: refused at once, or by its end. */
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
