import path from 'node:path';
import { readImports, roomsBack, slicesBack, toText } from './layout.ts';
import { isTest, readSources } from './sources.ts';
import { castParameters, countedParameters, statusesAsText } from './sql-faults.ts';

/** The counted items; each item is a violation. */
export type Count = { name: string; found: string[] };

/** Counts violations of the layout rules. */
export function countHouse(repository: string): Count[] {
  const sources = readSources(path.join(repository, 'server/src'), /\.ts$/).filter((each) => !isTest(each));
  const imports = readImports(sources);
  const faults = {
    'arrows back between slices': slicesBack(imports).map(toText),
    'arrows back between rooms': roomsBack(imports).map(toText),
    'status: string in rows': statusesAsText(sources),
    'casts of request.params': castParameters(sources),
    'inserts with more than 8 parameters counted by hand': countedParameters(sources),
  };
  return Object.entries(faults).map(([name, found]) => ({ name, found }));
}
