import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A source file within a built file, and the line on which it begins. */
type Part = { line: number; source: string };

const place = /(file:\/\/[^\s()]+\.js):(\d+):\d+/g;
const beginning = /^\/\/ (server\/\S+\.(?:ts|mjs))$/;
const known = new Map<string, readonly Part[]>();

/** Adds the source file to each stack frame, because the build bundles many source files into one file. */
export const nameSources = (stack: string): string =>
  stack.replaceAll(place, (whole, file: string, line: string) => {
    const part = partsOf(file).findLast((each) => each.line <= Number(line));
    return part ? `${part.source}, ${whole}` : whole;
  });

function partsOf(file: string): readonly Part[] {
  const parts = known.get(file) ?? readParts(file);
  known.set(file, parts);
  return parts;
}

/**
 * Reads the first line of each source in a built file. The build marks this line with a comment that contains the file
 * name.
 */
function readParts(file: string): Part[] {
  try {
    return readFileSync(fileURLToPath(file), 'utf8')
      .split('\n')
      .flatMap((text, index) => {
        const source = beginning.exec(text)?.[1];
        return source === undefined ? [] : [{ line: index + 1, source }];
      });
  } catch {
    // A new build has replaced the file.
    return [];
  }
}
