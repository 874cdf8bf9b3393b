export { longestQuestion, mostWords } from './asked.ts';
export { beginBackfill } from './backfill-job.ts';
export type { Documentation } from './documentation.ts';
export type { PassageSource, SearchedRecord, Section } from './passages.ts';
export { recordPassages } from './record-passages.ts';
export { type FoundPassage, searchPassages } from './search.ts';
export { mayRead, type PassageType } from './types.ts';
export { writeTexts } from './write-records.ts';
