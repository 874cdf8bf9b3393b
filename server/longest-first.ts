import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Puts the longest files first, so that no worker is left with one of them at the end. Their names say which they are. */
export const longestFirst = (names: RegExp) =>
  class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const sorted = await super.sort(files);
      const isLong = ({ moduleId }: TestSpecification) => names.test(moduleId);
      return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
    }
  };
