import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { longestFirst } from './longest-first.ts';

/** Crashes, races, fuzzing and simulations: minutes, not seconds. The counts come from the environment. */
export default defineConfig({
  // The sources stand for the package, as in the build.
  resolve: { alias: { '@tradepost/sdk': fileURLToPath(new URL('../sdk/src/index.ts', import.meta.url)) } },
  test: {
    include: ['test/slow/**/*.test.ts'],
    globalSetup: ['test/built.ts', 'test/global-setup.ts'],
    setupFiles: ['test/seed.setup.ts', 'test/violations.setup.ts'],
    testTimeout: 900_000,
    // What a test waits for comes, or the test fails: one bound that a loaded machine does not reach.
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 120_000,
    // The end of a run stops PostgreSQL and removes its files.
    teardownTimeout: 60_000,
    sequence: {
      sequencer: longestFirst(/-year|faults|generated-|histories|crash|upgrade|fresh-clone|silence/),
    },
    pool: 'forks',
    // They wait for programs that start, die and come back: while one waits, another one works.
    maxWorkers: 2,
    isolate: false,
    // What was compiled once, the next run need not compile again.
    experimental: { fsModuleCache: true },
  },
});
