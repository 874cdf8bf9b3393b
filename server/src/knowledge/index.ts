export { longestQuestion, mostWords } from './asked.ts';
export { beginBackfill } from './backfill-job.ts';
export type { Documentation } from './documentation.ts';
export { linesOf, type PassageSource, type SearchedRecord, type Section, textsIn } from './passages.ts';
export { type FoundPassage, searchPassages } from './search.ts';
export { mayRead, type PassageType } from './types.ts';
export { writeTexts } from './write-records.ts';
