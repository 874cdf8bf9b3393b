import { setFlagsFromString } from 'node:v8';

/**
 * The V8 flag for the number of bytes of code that a function runs before its optimization, set to four times the
 * default. In a new process, optimization took more than a third of the processor time, often for functions that were
 * soon optimized again with better type feedback. V8 12 (Node.js 22) and later print an error for this flag.
 */
export const optimizeAfter: string | undefined =
  Number.parseInt(process.versions.v8, 10) < 12 ? '--interrupt-budget=270336' : undefined;

/** Delays the optimization of functions from now on. Optimized functions are unaffected. */
export function optimizeLater(): void {
  if (optimizeAfter !== undefined) setFlagsFromString(optimizeAfter);
}
