const mostSteps = 20_000;

/**
 * Steps until there is nothing to do. Answers how much was done.
 * @throws when there is always something to do, as when a job enqueues itself anew
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
