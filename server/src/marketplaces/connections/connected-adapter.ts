import type { MarketplaceAdapter } from '../adapter.ts';
import type { Connector, Operation, OptionalOperation } from '../connector.ts';
import { MarketplaceError } from '../errors.ts';
import type { ConnectedIntegration } from './memory.ts';
import { NotConnected } from './not-connected.ts';
import { operations, type Stream } from './operations.ts';

/** Outcome of a call. `failed`: an error other than a MarketplaceError. */
export type CallOutcome = 'done' | MarketplaceError['kind'] | 'failed';

export type Call = {
  operation: Operation;
  stream: Stream | undefined;
  outcome: CallOutcome;
  /**
   * Human-readable error; for a successful call, a description of the part of the response that could not be
   * read.
   */
  message?: string | undefined;
  /** Whether the call was rejected because of a missing permission; `message` contains the permission. */
  lacksRight?: boolean | undefined;
  /** Delay of the oldest notification in the response, if known. */
  lagMs?: number | undefined;
};

/** The connection of one organization to one marketplace, used by the adapter. */
export type ConnectionPort = {
  /** Reads the integration in a separate transaction; undefined if it does not exist. */
  connected(): Promise<ConnectedIntegration | undefined>;
  /**
   * Records that the marketplace rejected these credentials.
   * @returns OVERTAKEN if the settings have been changed or verified since
   */
  noteUnauthorized(connected: ConnectedIntegration, words: string): Promise<'NOTED' | 'OVERTAKEN'>;
  noteCall(connected: ConnectedIntegration, call: Call): Promise<void>;
  /** Returns the wall-clock time. */
  now(): Date;
};

/**
 * Creates the adapter of an organization that may be connected to a marketplace. The connector provides the
 * capabilities. Each call reads the settings again, so a replaced secret applies from the next call on.
 */
export function createConnectedAdapter(
  partner: string,
  connector: Connector,
  port: ConnectionPort,
): MarketplaceAdapter {
  const names = (Object.keys(operations) as Operation[]).filter((name) => hasOperation(connector, name));
  const members = names.map((name) => [name, (...given: unknown[]) => call(port, partner, name, given)]);
  return {
    describe: () => connector.describe(),
    ...(connector.validateOfferSet ? { validateOfferSet: connector.validateOfferSet.bind(connector) } : {}),
    ...Object.fromEntries(members),
  } as MarketplaceAdapter;
}

const hasOperation = (connector: Connector, name: Operation): boolean =>
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
    const [lagMs, message] = [lagOf(answer, port.now()), refusedIn(answer)];
    await port.noteCall(connected, { operation, stream, outcome: 'done', message, lagMs });
    return answer;
  } catch (thrown) {
    const error = connected.cleaner.error(thrown);
    const outcome = error instanceof MarketplaceError ? error.kind : 'failed';
    // The caller of `verifyCredentials` handles a rejection.
    if (outcome === 'unauthorized' && operation !== 'verifyCredentials') {
      const noted = await port.noteUnauthorized(connected, (error as MarketplaceError).readable);
      // The rejected call had no effect, and the settings have changed: the call is retried once with the new
      // settings.
      if (noted === 'OVERTAKEN' && again) return call(port, partner, operation, given, false);
    }
    const message = error instanceof MarketplaceError ? error.readable : error.message;
    if (error.name !== 'AbortError' && !wasGivenUp(given))
      await port.noteCall(connected, { operation, stream, outcome, message, lacksRight: lacksRight(error) });
    throw error;
  }
}

/** Returns whether the caller aborted the call. */
const wasGivenUp = (given: readonly unknown[]): boolean =>
  given.some((argument) => argument instanceof AbortSignal && argument.aborted);

/**
 * Calls the operation.
 * @throws the adapter's error; Error if the adapter lacks an operation that its connector declares
 */
async function run(
  { adapter, cleaner }: ConnectedIntegration,
  operation: Operation,
  given: readonly unknown[],
) {
  const member = adapter[operation] as ((...given: readonly unknown[]) => Promise<unknown>) | undefined;
  if (!member) throw new Error(`the adapter has no ${operation}`);
  const answer = await member.apply(adapter, [...given]);
  return isForPeople(operation, answer) ? cleaner.value(answer) : answer;
}

const lacksRight = (error: Error): boolean =>
  error instanceof MarketplaceError && error.missingRight !== undefined;

/** Returns the readable description of the part of a response that could not be read. */
function refusedIn(answer: unknown): string | undefined {
  const { refused } = (answer ?? {}) as { refused?: unknown };
  return typeof refused === 'string' ? refused : undefined;
}

/**
 * Returns whether a response contains text that is stored and displayed, in which secrets must be masked: a
 * verdict, a failure reason, or a description of an unreadable part.
 */
const isForPeople = (operation: Operation, answer: unknown): boolean =>
  operation === 'verifyCredentials' ||
  (answer as { state?: unknown } | undefined)?.state === 'FAILED' ||
  refusedIn(answer) !== undefined;

/** Computes the delay of the oldest notification in a response. */
function lagOf(answer: unknown, now: Date): number | undefined {
  if (Array.isArray(answer) && answer.length === 0) return 0;
  const sent = [answer].flat().flatMap((item) => {
    const time = Date.parse((item as { sentTime?: string } | undefined)?.sentTime ?? '');
    return Number.isNaN(time) ? [] : [time];
  });
  return sent.length > 0 ? Math.max(0, now.getTime() - Math.min(...sent)) : undefined;
}
