import { type Entitlements, entitlementsOf } from '../../entitlements.fixture.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../../harness.ts';

export const marketplaces = ['MKA', 'MKB', 'MKC', 'MKD', 'MKE', 'MKF'] as const;

/** An organization whose clock advances by a year of actions. */
export type World = {
  app: TestApp;
  org: TestOrganization;
  by: Pick<Entitlements, 'call' | 'get' | 'post' | 'patch' | 'terms' | 'buyer' | 'direct'>;
  /** Unexpected rejections. The run continues and reports all rejections at its end. */
  refused: string[];
  /**
   * Requests an operation that the marketplace may not support, or not in this state. The operation must
   * succeed or be rejected with a message.
   */
  tried(method: string, path: string, body?: object): Promise<void>;
  /** Advances the organization’s clock and runs due events. */
  advance(length: string): Promise<void>;
  /** Returns the day a number of days from now, by the organization’s clock. */
  day(after: number): Promise<string>;
  stop(): Promise<void>;
};

export async function openWorld(at: string): Promise<World> {
  const app = await startTestApp();
  const org = await app.organization({ at });
  const { call, buyer, direct } = entitlementsOf(app, org);
  const refused: string[] = [];
  const done = async (method: string, path: string, body?: unknown) => {
    const { status, body: answer, text } = await call(method, path, body);
    if (status !== 200) refused.push(`${method} ${path}: ${text}`);
    return answer;
  };
  const by: World['by'] = {
    call,
    buyer,
    direct,
    get: (path) => done('GET', path),
    post: (path, body) => done('POST', path, body),
    patch: (path, body) => done('PATCH', path, body),
    terms: (id) => done('GET', `entitlement/${id}/entitlementTerm`),
  };
  return {
    app,
    org,
    by,
    refused,
    tried: async (method, path, body) => {
      const { status, text } = await call(method, path, body);
      if (![200, 400, 409].includes(status)) refused.push(`${method} ${path}: ${text}`);
      await app.drainJobs();
    },
    advance: async (length) => {
      await by.post('sandbox/clock', { advance: length });
      await app.drainJobs();
      await app.dispatchEvents();
      await app.drainJobs();
    },
    day: async (after) => {
      const { time } = await by.get('sandbox/clock');
      return new Date(Date.parse(time) + after * 86_400_000).toISOString().slice(0, 10);
    },
    stop: () => app.stop(),
  };
}
