/** The ledger of the units of each term. */

export { printCounts } from './counts.ts';
export { applyCreditEntries } from './credit-entries.ts';
export { type EntryType, entryTypes, type NewEntry } from './entries.ts';
export { hasOpenUsage, hasUsage } from './has-usage.ts';
export { encodeEntry, entryFields, entryTable, UsageLedgerEntry } from './records.ts';
export { appendEntries } from './store.ts';
export { type EndedLine, recordAccepted, recordWrittenOff } from './verdicts.ts';
export { addReportedUsage, setBilledUsage } from './verification-store.ts';
export { type Difference, verifyUsage } from './verify.ts';
