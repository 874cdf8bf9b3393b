import { table } from './table.ts';

/**
 * The figures of version 0.2.0, taken on other machines of two cores: they say how large a change is, not more.
 * The work since is that of decisions 0070, 0076 and 0093.
 */
export const figuresBefore = table(
  ['', 'version 0.2.0'],
  [
    ['offers of a burst of 400 published a second', '7; 38 once claims of jobs were mended'],
    ['commits of an offer', '24'],
    ['with nothing to do: of a core, commits a second', '4.4 %, 9 to 24'],
    ['`POST` offer to the bare handler', '0.64'],
    ['`GET` to the bare handler', '0.97'],
    ['`GET` list of 100 offers of 6 KB, p50', '24 ms'],
    ['warm start, memory of the program when started', '1.1 s, 145 MB'],
  ],
);
