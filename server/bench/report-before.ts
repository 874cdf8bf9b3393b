import { table } from './table.ts';

/**
 * The figures of version 0.2.0. The figures were measured on other machines with two cores, so they show only the order
 * of magnitude of a change. The later changes are described in decision 0008 (few commits and round trips).
 */
export const figuresBefore = table(
  ['', 'version 0.2.0'],
  [
    ['offers of a burst of 400 published per second', '7; 38 after claims of jobs were fixed'],
    ['commits of an offer', '24'],
    ['idle: fraction of a core, commits per second', '4.4 %, 9 to 24'],
    ['`POST` offer, relative to the bare handler', '0.64'],
    ['`GET`, relative to the bare handler', '0.97'],
    ['`GET` list of 100 offers of 6 KB, p50', '24 ms'],
    ['warm start, memory of the program when started', '1.1 s, 145 MB'],
  ],
);
