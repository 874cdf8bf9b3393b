import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { longestFirst } from './longest-first.ts';

/** Tests that need neither a database nor the built program: the project `pure` has them, and `service` all others. */
const pure = [
  'src/**/*.test.ts',
  '../console/test/**/*.test.ts',
  '../sdk/test/{events,generated,numbers,package,paging,requests,tokens,webhooks}.test.ts',
  'test/{architecture,conventions}*.test.ts',
  'test/{accept,alert-rules,client-versions,console-choices,endpoints,offer-form,path-steps,prose,released,rules,threat-model}.test.ts',
  'test/state-tables*.test.ts',
  'test/billing/{commit-histories,money-histories,periods,prices,wallet-states}.test.ts',
  'test/fakes/mk*/**/*.test.ts',
  'test/conformance/mk*.test.ts',
  'test/contract/*.test.ts',
  'test/lives/rules.test.ts',
  'test/marketplaces/mkA/{access,agreements,events,failures,license-agreements,offer-sets,offers,plans,usage,verification}.test.ts',
  'test/marketplaces/words.test.ts',
  'test/marketplaces/mkB/{access,agreements,notifications,private-offer-changes,private-offers,products,purchases,requests,revenue,settings,subscriptions,usage,verification}.test.ts',
  'test/process/{checks,installed}.test.ts',
  'test/usage/histories.test.ts',
];

export default defineConfig({
  // The sources stand for the package, as in the build.
  resolve: { alias: { '@tradepost/sdk': fileURLToPath(new URL('../sdk/src/index.ts', import.meta.url)) } },
  test: {
    projects: [
      { extends: true, test: { name: 'pure', include: pure } },
      {
        extends: true,
        test: {
          name: 'service',
          include: ['test/**/*.test.ts', '../sdk/test/**/*.test.ts'],
          exclude: ['test/slow/**', ...pure],
          globalSetup: ['test/built.ts', 'test/global-setup.ts'],
        },
      },
    ],
    setupFiles: ['test/seed.setup.ts', 'test/violations.setup.ts'],
    testTimeout: 60_000,
    // What a test waits for comes, or the test fails: one bound that a loaded machine does not reach.
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 120_000,
    // The end of a run prepares every statement that was sent, and removes the databases.
    teardownTimeout: 60_000,
    sequence: { sequencer: longestFirst(/generated-|authorization|billing\/p(eriods|rices)|accept/) },
    pool: 'forks',
    maxWorkers: 2,
    // The program is loaded once for each worker, not once for each file: no module keeps a state between tests.
    isolate: false,
    // What was compiled once, the next run need not compile again.
    experimental: { fsModuleCache: true },
  },
});
