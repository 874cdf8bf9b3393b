export { judgeAgain } from './again.ts';
export { checkFile, createParts, type FilePart } from './csv-file.ts';
export { idByKey } from './identity.ts';
export { createKnownSales } from './known-sales.ts';
export { isPlainBatch, isPlainSingle, type ReportedGroup, readGroup } from './shape.ts';
export { ensurePartitions } from './store.ts';
export { type Call, repairUsagePartition, type TakeDeps, takeUsage, validateUsage } from './take.ts';
export { takeOwnUsage } from './take-own.ts';
export { testUsageJobHandler } from './test-usage-job.ts';
