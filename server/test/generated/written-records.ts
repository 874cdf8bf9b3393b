import type { TestApp, TestOrganization } from '../harness.ts';
import { createKnowledgeRecords } from './knowledge-records.ts';
import type { Operation } from './operations.ts';
import { createSupportRecords } from './support-records.ts';

/** Provides records that people write: support tickets and articles. */
export function createWrittenRecords(app: TestApp, org: TestOrganization) {
  const all = [createSupportRecords(app, org), createKnowledgeRecords(app, org)];
  return {
    ids: async (operation: Operation): Promise<Record<string, string>> =>
      Object.assign({}, ...(await Promise.all(all.map(({ ids }) => ids(operation))))),
    used: (operation: Operation): void => {
      for (const { used } of all) used(operation);
    },
  };
}
