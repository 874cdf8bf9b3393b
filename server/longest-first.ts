import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Puts the longest files first, so that no worker is left with one of them at the end. Their names say which they are. The
 * files of one project stay together, those of `pure` last: a worker that changes the project is started anew.
 */
export const longestFirst = (names: RegExp) =>
  class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const isLong = ({ moduleId }: TestSpecification) => names.test(moduleId);
      const placeOf = (file: TestSpecification) =>
        Number(file.project.name === 'pure') * 2 + Number(!isLong(file));
      return (await super.sort(files)).sort((a, b) => placeOf(a) - placeOf(b));
    }
  };
