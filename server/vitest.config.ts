import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { longestFirst } from './longest-first.ts';

export default defineConfig({
  // The sources stand for the package, as in the build.
  resolve: { alias: { '@tradepost/sdk': fileURLToPath(new URL('../sdk/src/index.ts', import.meta.url)) } },
  test: {
    include: [
      'src/**/*.test.ts',
      'test/**/*.test.ts',
      '../sdk/test/**/*.test.ts',
      '../console/test/**/*.test.ts',
    ],
    exclude: ['test/slow/**'],
    globalSetup: ['test/global-setup.ts'],
    testTimeout: 60_000,
    // What a test waits for comes, or the test fails: one bound that a loaded machine does not reach.
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 120_000,
    sequence: { sequencer: longestFirst(/generated-|authorization/) },
    pool: 'forks',
    maxWorkers: 2,
    // The program is loaded once for each worker, not once for each file: no module keeps a state between tests.
    isolate: false,
    // What was compiled once, the next run need not compile again.
    experimental: { fsModuleCache: true },
  },
});
