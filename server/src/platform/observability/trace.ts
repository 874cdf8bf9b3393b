import { AsyncLocalStorage } from 'node:async_hooks';
import { randomHex } from './random-hex.ts';

/** The trace that a request or a job belongs to, and its own part of that (W3C Trace Context). */
export type Trace = {
  traceId: string;
  spanId: string;
  flags: string;
  /** Where parts are recorded: says how this one ended. */
  end?: (facts: SpanFacts, failed: boolean) => void;
};

/** The attributes of a part of a trace. Never names, addresses or values of people: only codes, hosts, our own ids. */
export type SpanFacts = Readonly<Record<string, string | number | undefined>>;
export type SpanStart = { name: string; kind: 'server' | 'client' | 'consumer'; facts: SpanFacts };

/** Keeps the parts of traces, for whoever looks at them together. */
export type Recorder = { begin(start: SpanStart, parent: Trace | undefined): Trace };

let recorder: Recorder | undefined;
/** Lets the process record the parts of its traces from now on, or no more. */
export const recordSpans = (next: Recorder | undefined): void => {
  recorder = next;
};
export const isRecording = (): boolean => recorder !== undefined;

const current = new AsyncLocalStorage<Trace>();
const form = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;

/**
 * The trace that a caller belongs to, by its header `traceparent`, or a new one. Whether it is sampled is the caller's
 * decision, and the recorder's where there is none.
 * @param start what is recorded of this part; asked for only where parts are
 */
export function traceOf(traceparent: unknown, start?: () => SpanStart): Trace {
  const match = typeof traceparent === 'string' ? form.exec(traceparent) : null;
  const [, traceId = '', parentId = '', flags = ''] = match ?? [];
  const isWhole = match !== null && /[1-9a-f]/.test(traceId) && /[1-9a-f]/.test(parentId);
  if (recorder && start)
    return recorder.begin(start(), isWhole ? { traceId, spanId: parentId, flags } : undefined);
  const spanId = randomHex(8);
  return isWhole ? { traceId, spanId, flags } : { traceId: randomHex(16), spanId, flags: '00' };
}

/** Does the work as a part of a trace: its log lines and what it asks of others carry it. */
export const inTrace = <T>(trace: Trace, work: () => T): T => current.run(trace, work);

/**
 * Does the work as a part of its own within the current trace, where parts are recorded; where not, just does it.
 * @param ended makes the attributes of an answer, and says whether it is a failure; of what is thrown, the name is an
 * attribute
 */
export function inSpan<T>(
  start: () => SpanStart,
  work: () => Promise<T>,
  ended?: (result: T) => { facts: SpanFacts; failed: boolean },
): Promise<T> {
  if (!recorder) return work();
  const trace = recorder.begin(start(), current.getStore());
  return inTrace(trace, async () => {
    try {
      const result = await work();
      const { facts, failed } = ended?.(result) ?? { facts: {}, failed: false };
      trace.end?.(facts, failed);
      return result;
    } catch (error) {
      trace.end?.({ 'error.type': (error as Error).name }, true);
      throw error;
    }
  });
}

/** The host of an address: the only part that is an attribute. */
export const hostOf = (address: string): string | undefined =>
  URL.canParse(address) ? new URL(address).hostname : undefined;

/** Reads what log lines say of the trace that they belong to. */
export function currentTrace(): { traceId: string } | undefined {
  const trace = current.getStore();
  return trace && { traceId: trace.traceId };
}

/** The header by which a request to others belongs to the trace. */
export function traceparent(): string | undefined {
  const trace = current.getStore();
  return trace && `00-${trace.traceId}-${trace.spanId}-${trace.flags}`;
}

export function traceHeaders(): Record<string, string> {
  const header = traceparent();
  return header === undefined ? {} : { traceparent: header };
}
