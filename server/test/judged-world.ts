import { afterAll, beforeAll, expect } from 'vitest';
import type { TestApp, TestOrganization } from './harness.ts';
import { sharedTestApp } from './shared-app.ts';

export type Finding = { source: string; severity: string; pointer: string; message: string };

/** The service, with a TEST and a PROD organization that judge the same offers. */
export let app: TestApp;
export let org: TestOrganization;
export let prod: TestOrganization;

/** Creates the organizations of a test file. A worker loads this module once for many files. */
export function createJudges(): void {
  beforeAll(async () => {
    app = await sharedTestApp();
    org = await app.organization({ at: '2031-05-12T10:20:00Z' });
    prod = await app.organization({ environment: 'PROD', at: '2031-05-12T10:20:00Z' });
  });
  afterAll(() => app.stop());
}

export async function call(method: string, path: string, body?: object, owner = org) {
  const reply = await app.request(method, `/org/${owner.id}/${path}`, {
    token: owner.token,
    ...(body ? { body } : {}),
  });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
}

/** Creates a product in the TEST organization, and returns its id once the sandbox lists the product. */
export async function listed(product: object): Promise<string> {
  const { id } = await call('POST', 'product', product);
  await app.drainJobs();
  return id;
}

/** Creates an offer in the TEST organization, and returns it once the sandbox has published or rejected the offer. */
export async function published(offer: object) {
  const { id } = await call('POST', 'offer', offer);
  await app.drainJobs();
  return call('GET', `offer/${id}`);
}

// The PROD organization is not connected to marketplaces.
export const isMarketplaces = ({ source, pointer }: Finding) =>
  source === 'MARKETPLACE' && pointer !== '/partner';

/** Validates an offer, and returns the findings of its marketplace. */
export const judged = async (offer: object, owner = org): Promise<Finding[]> =>
  (await call('POST', 'offer/validate', offer, owner)).findings.filter(isMarketplaces);

/** The pointers of findings, or of those with a severity. */
export const pointersOf = (findings: readonly Finding[], severity?: string) =>
  findings
    .filter((finding) => severity === undefined || finding.severity === severity)
    .map(({ pointer }) => pointer);
