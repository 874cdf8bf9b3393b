import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The sources in a file that the build wrote, each with the line that it begins at. */
type Part = { line: number; source: string };

const place = /(file:\/\/[^\s()]+\.js):(\d+):\d+/g;
const beginning = /^\/\/ (server\/\S+\.(?:ts|mjs))$/;
const known = new Map<string, readonly Part[]>();

/** Says beside each place in a stack of which source it is: the build puts many of them into one file. */
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

/** The build names each source in a line before its text. */
function readParts(file: string): Part[] {
  try {
    return readFileSync(fileURLToPath(file), 'utf8')
      .split('\n')
      .flatMap((text, index) => {
        const source = beginning.exec(text)?.[1];
        return source === undefined ? [] : [{ line: index + 1, source }];
      });
  } catch {
    // It was built anew meanwhile.
    return [];
  }
}
