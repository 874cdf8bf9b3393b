const mostSteps = 20_000;

/**
 * Repeats a step until no work is left. Returns the total.
 * @throws if the work never ends, such as for a job that enqueues itself again
 */
export async function untilIdle(step: () => Promise<number>, most = mostSteps): Promise<number> {
  let total = 0;
  for (let steps = 0; steps < most; steps++) {
    const done = await step();
    if (done === 0) return total;
    total += done;
  }
  throw new Error(`there was still something to do after ${most} steps`);
}
