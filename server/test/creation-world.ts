import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { AdapterRegistry } from '../src/marketplaces/index.ts';
import { type MarketplaceAdapter, MarketplaceError } from '../src/marketplaces/index.ts';
import { startTestApp, type TestApp, type TestOrganization } from './harness.ts';

type Fake = Partial<Pick<MarketplaceAdapter, 'createOffer' | 'findOffer' | 'readOfferByName'>>;

export const [one, two] = ['https://a.example/one', 'https://a.example/two'] as const;
/** A license agreement that is merged from two documents. */
export const custom = { eulaType: 'CUSTOM', eulaUrl: one, additionalEulaUrls: [two] };

export const merge = 'offers.mergeAgreements';
export const adopt = 'offers.adoptReplaced';
export const publish = 'offers.create';

export const busy = (): never => {
  throw new MarketplaceError('BACKEND_BUSY', { kind: 'unknown' });
};

/**
 * Creates the record of calls to external systems, and the responses that replace the sandbox’s responses.
 */
const createOutside = () => ({
  fake: {} as Fake,
  real: undefined as MarketplaceAdapter | undefined,
  specs: [] as Parameters<MarketplaceAdapter['createOffer']>[0][],
  answer: (url: string): Promise<Response> | Response => new Response(`Text ${url.slice(-3)}.`),
  fetched: [] as string[],
});

const registryOf =
  (outside: ReturnType<typeof createOutside>) =>
  (own: AdapterRegistry): AdapterRegistry => ({
    partners: own.partners,
    find: (organization, partner) => {
      const adapter = own.find(organization, partner);
      if (!adapter) return undefined;
      outside.real = adapter;
      return {
        ...adapter,
        ...outside.fake,
        createOffer: (spec, key) => {
          outside.specs.push(spec);
          return (outside.fake.createOffer ?? adapter.createOffer)(spec, key);
        },
      };
    },
  });

const jobsIn = (app: () => TestApp) => ({
  retryNow: async () => {
    await app().database.query('UPDATE job SET ready_at = now() WHERE finished_at IS NULL');
    await app().drainJobs();
  },
  /** Returns the jobs of an offer creation in order: kind, outcome, attempts. */
  jobsOf: async (offerId: string): Promise<[kind: string, end: string | null, tries: number][]> =>
    (
      await app().database.query(
        `SELECT kind, ended_as, attempts FROM job
         WHERE offer_id = $1 AND kind IN ('${publish}', '${merge}', '${adopt}') ORDER BY position`,
        [offerId],
      )
    ).rows.map((row) => [row.kind, row.ended_as, row.attempts]),
  /** Enqueues a creation as the previous version does, with a single job kind. */
  enqueuedByOlder: async (offerId: string) => {
    const { rowCount } = await app().database.query(
      `UPDATE job SET kind = '${publish}', payload = jsonb_build_object('offerId', offer_id)
       WHERE offer_id = $1 AND finished_at IS NULL`,
      [offerId],
    );
    expect(rowCount).toBe(1);
  },
});

/** Starts a service whose marketplace and documents respond as the test defines. */
export function openCreationWorld() {
  let app: TestApp;
  let org: TestOrganization;
  let made = 0;
  const outside = createOutside();
  const { answer } = outside;
  const registry = registryOf(outside);
  beforeAll(async () => {
    app = await startTestApp({
      registry,
      fetchDocument: async (url) => {
        outside.fetched.push(url);
        return outside.answer(url);
      },
    });
  });
  beforeEach(async () => {
    org = await app.organization();
    Object.assign(outside, { fake: {}, specs: [], fetched: [], answer });
  });
  afterEach(() => app.database.query('DELETE FROM job'));
  afterAll(() => app.stop());

  const call = (method: string, path: string, body?: object) =>
    app.request(method, `/org/${org.id}/${path}`, { token: org.token, ...(body ? { body } : {}) });
  const read = async (path: string) => (await call('GET', path)).body;
  const create = async (body: object): Promise<string> => {
    const reply = await call('POST', 'offer', { name: `Nr. ${++made}`, ...body });
    expect(reply.status, reply.text).toBe(200);
    return reply.body.id;
  };
  const operationsOf = (offerId: string) => read(`operation?offerId=${offerId}`);
  return {
    outside,
    app: () => app,
    org: () => org,
    call,
    read,
    create,
    operationsOf,
    /** Creates an offer whose license agreement is merged. */
    merging: () => create({ partner: 'MKA', info: custom }),
    ...jobsIn(() => app),
    cancelFirst: async (offerId: string) => {
      const isRunning = ({ status }: { status: string }) => status === 'RUNNING';
      return call('POST', `v2/operation/${(await operationsOf(offerId)).find(isRunning).id}/cancel`);
    },
    textAt: async (url: string) => (await fetch(url)).text(),
  };
}
