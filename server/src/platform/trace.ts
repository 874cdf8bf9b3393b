import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

/** What a request or a job belongs to, and its own part of that (W3C Trace Context). */
export type Trace = { traceId: string; spanId: string; flags: string };

const current = new AsyncLocalStorage<Trace>();
const form = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;

/**
 * The trace that a caller belongs to, by its header `traceparent`, or a new one. Whether it is sampled is the caller's
 * decision.
 */
export function traceOf(traceparent: unknown): Trace {
  const match = typeof traceparent === 'string' ? form.exec(traceparent) : null;
  const [, traceId = '', parentId = '', flags = ''] = match ?? [];
  const isWhole = /[1-9a-f]/.test(traceId) && /[1-9a-f]/.test(parentId);
  const spanId = randomBytes(8).toString('hex');
  return isWhole
    ? { traceId, spanId, flags }
    : { traceId: randomBytes(16).toString('hex'), spanId, flags: '00' };
}

/** Does the work as a part of a trace: its log lines and what it asks of others carry it. */
export const inTrace = <T>(trace: Trace, work: () => T): T => current.run(trace, work);

/** What log lines say of the trace that they belong to. */
export function currentTrace(): { traceId: string } | undefined {
  const trace = current.getStore();
  return trace && { traceId: trace.traceId };
}

/** How others are told that what is asked of them belongs to the trace. */
export function traceparent(): string | undefined {
  const trace = current.getStore();
  return trace && `00-${trace.traceId}-${trace.spanId}-${trace.flags}`;
}

export function traceHeaders(): Record<string, string> {
  const header = traceparent();
  return header === undefined ? {} : { traceparent: header };
}
