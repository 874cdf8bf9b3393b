import type { TestApp, TestOrganization } from '../harness.ts';
import type { Operation } from './operations.ts';

/** Provides an addon template, and replaces a deleted template. */
export function createAddonRecords(app: TestApp, { id, token }: TestOrganization) {
  let addonId: string | undefined;
  return {
    ids: async () => {
      addonId ??= (await app.request('POST', `/org/${id}/addon`, { token, body: {} })).body.id as string;
      return { addonId };
    },
    used: ({ operationId }: Operation) => {
      if (operationId === 'deleteAddon') addonId = undefined;
    },
  };
}
