import { readFileSync } from 'node:fs';

/** Creates the function that returns a marketplace's setup steps; the file is read at the first call. */
export function createSteps(file: URL): () => string {
  let steps: string | undefined;
  return () => {
    steps ??= readFileSync(file, 'utf8');
    return steps;
  };
}
