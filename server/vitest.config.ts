import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The longest files first, so that no worker is left with one of them at the end. Their names say which they are. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => /generated-|authorization/.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['test/slow/**'],
    globalSetup: ['test/global-setup.ts'],
    testTimeout: 60_000,
    // What a test waits for comes, or the test fails: one bound that a loaded machine does not reach.
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 120_000,
    sequence: { sequencer: LongestFirst },
    pool: 'forks',
    maxWorkers: 2,
    // The program is loaded once for each worker, not once for each file: no module keeps a state between tests.
    isolate: false,
  },
});
