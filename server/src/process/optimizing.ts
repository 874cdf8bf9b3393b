import { setFlagsFromString } from 'node:v8';

/**
 * How many bytes of code a function runs before the optimizing compiler looks at it: four times as many as usual. In a
 * program that begins to work, more than a third of the processor's time was such compiling, much of it of what is soon
 * compiled anew because more was learned of it.
 */
export const optimizeAfter = '--interrupt-budget=270336';

/** Has what runs from now on be optimized later. What was optimized stays so. */
export const optimizeLater = (): void => setFlagsFromString(optimizeAfter);
