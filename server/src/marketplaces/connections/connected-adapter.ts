import type { MarketplaceAdapter } from '../adapter.ts';
import type { Connector, Operation, OptionalOperation } from '../connector.ts';
import { MarketplaceError } from '../errors.ts';
import type { Connected } from './memory.ts';
import { NotConnected } from './not-connected.ts';
import { operations, type Stream } from './operations.ts';

/** How a call ended: `failed` is an error that is none of the marketplace's. */
export type CallOutcome = 'done' | MarketplaceError['kind'] | 'failed';

export type Call = {
  operation: Operation;
  stream: Stream | undefined;
  outcome: CallOutcome;
  /** What went wrong, for people. */
  message?: string | undefined;
  /** How late the last of what came was, where that is known. */
  lagMs?: number | undefined;
};

/** The connection of one organization to one marketplace, as its adapter sees it. */
export type ConnectionPort = {
  /** Reads the integration, outside of every transaction. Undefined where there is none. */
  connected(): Promise<Connected | undefined>;
  /**
   * Notes that the marketplace does not let us in with these settings (any more).
   * @returns OVERTAKEN where they are others by now, or were verified since
   */
  noteUnauthorized(connected: Connected, words: string): Promise<'NOTED' | 'OVERTAKEN'>;
  noteCall(connected: Connected, call: Call): Promise<void>;
  /** The wall clock. */
  now(): Date;
};

/**
 * The adapter of an organization that is connected to a marketplace by its integration, or is not. What it can do is the
 * connector's; with which settings, each call reads anew, so that a replaced secret counts from the next call on.
 */
export function createConnectedAdapter(
  partner: string,
  connector: Connector,
  port: ConnectionPort,
): MarketplaceAdapter {
  const names = (Object.keys(operations) as Operation[]).filter((name) => has(connector, name));
  const members = names.map((name) => [name, (...given: unknown[]) => call(port, partner, name, given)]);
  return {
    describe: () => connector.describe(),
    ...(connector.validateOffer ? { validateOffer: connector.validateOffer.bind(connector) } : {}),
    ...(connector.validateOfferSet ? { validateOfferSet: connector.validateOfferSet.bind(connector) } : {}),
    ...Object.fromEntries(members),
  } as MarketplaceAdapter;
}

const has = (connector: Connector, name: Operation): boolean =>
  !operations[name].optional || connector.operations.includes(name as OptionalOperation);

async function call(
  port: ConnectionPort,
  partner: string,
  operation: Operation,
  given: readonly unknown[],
  again = true,
): Promise<unknown> {
  const connected = await port.connected();
  if (!connected) throw new NotConnected(partner);
  const { stream } = operations[operation];
  try {
    const answer = await run(connected, operation, given);
    await port.noteCall(connected, { operation, stream, outcome: 'done', lagMs: lagOf(answer, port.now()) });
    return answer;
  } catch (thrown) {
    const error = connected.cleaner.error(thrown);
    const outcome = error instanceof MarketplaceError ? error.kind : 'failed';
    // Whoever verifies says what follows from it.
    if (outcome === 'unauthorized' && operation !== 'verifyCredentials') {
      const noted = await port.noteUnauthorized(connected, (error as MarketplaceError).readable);
      // Nothing was done of it, and there are other settings.
      if (noted === 'OVERTAKEN' && again) return call(port, partner, operation, given, false);
    }
    const message = error instanceof MarketplaceError ? error.readable : error.message;
    if (error.name !== 'AbortError' && !wasGivenUp(given))
      await port.noteCall(connected, { operation, stream, outcome, message });
    throw error;
  }
}

/** Whether it was us who ended the call. */
const wasGivenUp = (given: readonly unknown[]): boolean =>
  given.some((argument) => argument instanceof AbortSignal && argument.aborted);

/** @throws what the adapter throws, and where it has no such operation, though its connector says so */
async function run({ adapter, cleaner }: Connected, operation: Operation, given: readonly unknown[]) {
  const member = adapter[operation] as ((...given: readonly unknown[]) => Promise<unknown>) | undefined;
  if (!member) throw new Error(`the adapter has no ${operation}`);
  const answer = await member.apply(adapter, [...given]);
  return isForPeople(operation, answer) ? cleaner.value(answer) : answer;
}

/** Whether an answer has words that are kept and shown: a verdict, or the reason of a failure. */
const isForPeople = (operation: Operation, answer: unknown): boolean =>
  operation === 'verifyCredentials' || (answer as { state?: unknown } | undefined)?.state === 'FAILED';

/** How late the oldest of the notifications is that an answer has. */
function lagOf(answer: unknown, now: Date): number | undefined {
  if (Array.isArray(answer) && answer.length === 0) return 0;
  const sent = [answer].flat().flatMap((item) => {
    const time = Date.parse((item as { sentTime?: string } | undefined)?.sentTime ?? '');
    return Number.isNaN(time) ? [] : [time];
  });
  return sent.length > 0 ? Math.max(0, now.getTime() - Math.min(...sent)) : undefined;
}
