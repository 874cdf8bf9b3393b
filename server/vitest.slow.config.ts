import { defineConfig } from 'vitest/config';

/** Crashes, races, fuzzing and simulations: minutes, not seconds. The counts come from the environment. */
export default defineConfig({
  test: {
    include: ['test/slow/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    testTimeout: 900_000,
    // What a test waits for comes, or the test fails: one bound that a loaded machine does not reach.
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 120_000,
    pool: 'forks',
    maxWorkers: 1,
  },
});
