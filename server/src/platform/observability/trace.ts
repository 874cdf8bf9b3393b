import { AsyncLocalStorage } from 'node:async_hooks';
import { randomHex } from './random-hex.ts';

/** The trace of a request or a job, and its current span (W3C Trace Context). */
export type Trace = {
  traceId: string;
  spanId: string;
  flags: string;
  /** Ends the span with its outcome; absent if spans are not recorded. */
  end?: (facts: SpanFacts, failed: boolean) => void;
};

/**
 * Attributes of a span. Only codes, hosts and ids of this service are allowed, never names, addresses or other personal
 * data.
 */
export type SpanFacts = Readonly<Record<string, string | number | undefined>>;
export type SpanStart = { name: string; kind: 'server' | 'client' | 'consumer'; facts: SpanFacts };

/** The records spans. */
export type Recorder = { begin(start: SpanStart, parent: Trace | undefined): Trace };

let recorder: Recorder | undefined;
/** Sets the recorder of the process; undefined stops recording. */
export const recordSpans = (next: Recorder | undefined): void => {
  recorder = next;
};
export const isRecording = (): boolean => recorder !== undefined;

const current = new AsyncLocalStorage<Trace>();
const form = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;

/**
 * Continues the trace in the caller's `traceparent` header, or starts a new one. The caller's header determines the
 * sampling; for a new trace, the recorder determines it.
 * @param start creates the description of the span; called only if spans are recorded
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

/** Runs work within a trace, which its log lines and its requests to other servers include. */
export const inTrace = <T>(trace: Trace, work: () => T): T => current.run(trace, work);

/**
 * Runs work in a new span of the current trace. Without a recorder, only runs the work.
 * @param ended returns the attributes of a result, and whether it is a failure. The attribute of a thrown error is its
 * name.
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

/** Returns the host name of a URL, the only part that may become an attribute. */
export const hostOf = (address: string): string | undefined =>
  URL.canParse(address) ? new URL(address).hostname : undefined;

/** Returns the trace fields of log lines. */
export function currentTrace(): { traceId: string } | undefined {
  const trace = current.getStore();
  return trace && { traceId: trace.traceId };
}

/** Returns the value of the `traceparent` header for requests to other servers. */
export function traceparent(): string | undefined {
  const trace = current.getStore();
  return trace && `00-${trace.traceId}-${trace.spanId}-${trace.flags}`;
}

export function traceHeaders(): Record<string, string> {
  const header = traceparent();
  return header === undefined ? {} : { traceparent: header };
}
