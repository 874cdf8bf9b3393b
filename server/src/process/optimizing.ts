import { setFlagsFromString } from 'node:v8';

/**
 * How many bytes of code a function runs before the optimizing compiler looks at it: four times as many as usual. In a
 * program that begins to work, more than a third of the processor's time was such compiling, much of it of what is soon
 * compiled anew because more was learned of it. V8 12 (Node.js 22) and later do not know the flag, and would print an error.
 */
export const optimizeAfter: string | undefined =
  Number.parseInt(process.versions.v8, 10) < 12 ? '--interrupt-budget=270336' : undefined;

/** Has what runs from now on be optimized later. What was optimized stays so. */
export function optimizeLater(): void {
  if (optimizeAfter !== undefined) setFlagsFromString(optimizeAfter);
}
