import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AdapterRegistry } from '../../src/marketplaces/index.ts';
import { type Change, type MarketplaceAdapter, MarketplaceError } from '../../src/marketplaces/index.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';

type Fake = { find: number; create: number; creating: (own: () => Promise<Change>) => Promise<Change> };

const fake: Fake = { find: 0, create: 0, creating: (own) => own() };

/** The sandbox with programmed results of creations. */
const wrapped = (own: MarketplaceAdapter): MarketplaceAdapter => ({
  ...own,
  findOffer: (key) => {
    fake.find++;
    return own.findOffer?.(key) as ReturnType<NonNullable<typeof own.findOffer>>;
  },
  createOffer: (spec, key) => {
    fake.create++;
    return fake.creating(() => own.createOffer(spec, key));
  },
});
const registry = (own: AdapterRegistry): AdapterRegistry => ({
  partners: own.partners,
  find: (organization, partner) => {
    const adapter = own.find(organization, partner);
    return adapter && wrapped(adapter);
  },
});

let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await startTestApp({ registry });
});
beforeEach(async () => {
  org = await app.organization();
  Object.assign(fake, { find: 0, create: 0, creating: (own: () => Promise<Change>) => own() });
});
afterAll(() => app.stop());

const body = (partner = 'MKC') => ({ name: 'Retried', partner, info: { mkCDuration: 12 } });
const create = async (partner = 'MKC'): Promise<string> => {
  const reply = await app.request('POST', `/org/${org.id}/offer`, { token: org.token, body: body(partner) });
  expect(reply.status, reply.text).toBe(200);
  return reply.body.id;
};
const read = async (id: string) =>
  (await app.request('GET', `/org/${org.id}/offer/${id}`, { token: org.token })).body;
/** Makes waiting retries due. */
const hurry = () =>
  app.database.query('UPDATE job SET ready_at = now(), due_at = now() WHERE finished_at IS NULL');
const job = async (id: string) =>
  (
    await app.database.query('SELECT attempts, outcome, finished_at FROM job WHERE lane = $1', [
      `offer:${id}`,
    ])
  ).rows[0];
const atSandbox = async () =>
  Number(
    (await app.database.query('SELECT count(*) FROM sandbox_offer WHERE organization_id = $1', [org.id]))
      .rows[0].count,
  );
const failTimes = (times: number) => {
  let left = times;
  fake.creating = async (own) => {
    if (left-- > 0) throw new MarketplaceError('BACKEND_BUSY', { kind: 'unknown' });
    return own();
  };
};

describe('R26 creations on marketplace C are retried, and the offer', () => {
  test('has the number and next time of retries until it is created', async () => {
    failTimes(2);
    const id = await create();
    await app.drainJobs();
    const first = await read(id);
    expect(first).toMatchObject({ status: 'PENDING_CREATE', metaInfo: { createRetryAttempts: 1 } });
    expect(Date.parse(first.metaInfo.nextCreateRetryAt)).toBeGreaterThan(Date.now());
    await hurry();
    await app.drainJobs();
    const second = await read(id);
    expect(second.metaInfo.createRetryAttempts).toBe(2);
    const wait = (offer: typeof first) =>
      Date.parse(offer.metaInfo.nextCreateRetryAt) - Date.parse(offer.lastUpdateTime);
    expect(wait(second)).toBeGreaterThan(wait(first));
    await hurry();
    await app.drainJobs();
    const done = await read(id);
    expect(done.status).toBe('PENDING_ACCEPTANCE');
    expect(done.metaInfo).not.toHaveProperty('nextCreateRetryAt');
    expect(done.metaInfo.createRetryAttempts).toBe(2);
    expect(await atSandbox()).toBe(1);
  });

  test('R37 that is created in the end has no errors of earlier attempts', async () => {
    failTimes(1);
    const id = await create();
    await app.drainJobs();
    expect((await read(id)).metaInfo.errorMessages).toEqual(['BACKEND_BUSY']);
    await hurry();
    await app.drainJobs();
    const done = await read(id);
    expect(done.status).toBe('PENDING_ACCEPTANCE');
    expect(done.metaInfo.errorMessages ?? []).toEqual([]);
  });

  test('is CREATE_FAILED after a day, with the raw and a readable error (R37)', async () => {
    failTimes(1000);
    const id = await create();
    const failFor = async (rounds: number) => {
      for (let round = 0; round < rounds; round++) {
        await hurry();
        await app.drainJobs();
      }
    };
    await failFor(20);
    expect(await read(id)).toMatchObject({ status: 'PENDING_CREATE', metaInfo: { createRetryAttempts: 8 } });
    await app.database.query(`UPDATE job SET failing_since = now() - interval '1 day' WHERE offer_id = $1`, [
      id,
    ]);
    await failFor(1);
    const given = await read(id);
    expect(given.status).toBe('CREATE_FAILED');
    expect(given.metaInfo).not.toHaveProperty('nextCreateRetryAt');
    expect(given.metaInfo.errorMessages).toEqual(['BACKEND_BUSY']);
    expect(given.metaInfo.prettifiedErrorMessages[0]).toContain('BACKEND_BUSY');
    expect(fake.create).toBe(21);
    expect((await job(id)).outcome).toMatch(/^create failed/);
  });

  test('has no count of retries on other partners', async () => {
    failTimes(1);
    const id = await create('MKA');
    await app.drainJobs();
    const waiting = await read(id);
    expect(waiting.status).toBe('PENDING_CREATE');
    expect(waiting.metaInfo).not.toHaveProperty('createRetryAttempts');
    expect(waiting.metaInfo).not.toHaveProperty('nextCreateRetryAt');
    await hurry();
    await app.drainJobs();
    expect((await read(id)).status).toBe('PENDING_ACCEPTANCE');
  });

  test('is not retried when the refusal is permanent', async () => {
    fake.creating = async () => {
      throw new MarketplaceError('SKU_UNKNOWN', {
        kind: 'refused',
        readable: 'The product has no such price.',
      });
    };
    const id = await create();
    await app.drainJobs();
    const failed = await read(id);
    expect(failed).toMatchObject({
      status: 'CREATE_FAILED',
      metaInfo: {
        errorMessages: ['SKU_UNKNOWN'],
        prettifiedErrorMessages: ['The product has no such price.'],
      },
    });
    expect(failed.metaInfo).not.toHaveProperty('createRetryAttempts');
    expect(fake.create).toBe(1);
  });
});

describe('an offer is created once at the marketplace', () => {
  test('when a response is lost and a look-up finds the offer', async () => {
    let lost = true;
    fake.creating = async (own) => {
      const made = await own();
      if (lost) {
        lost = false;
        throw new Error('socket hang up');
      }
      return made;
    };
    const id = await create('MKB');
    await app.drainJobs();
    await hurry();
    await app.drainJobs();
    expect((await read(id)).status).toBe('PENDING_ACCEPTANCE');
    expect([fake.create, await atSandbox()]).toEqual([1, 1]);
    expect(await job(id)).toMatchObject({ outcome: expect.stringMatching(/created|nothing to do/) });
  });

  test('when a program dies between the marketplace’s response and its own note', async () => {
    let release: () => void = () => {};
    const dead = new Promise<void>((resolve) => {
      release = resolve;
    });
    let hung = false;
    fake.creating = async (own) => {
      const made = await own();
      if (!hung) {
        hung = true;
        await dead;
      }
      return made;
    };
    const id = await create('MKB');
    const dying = app.app.worker.step();
    await expect.poll(() => hung).toBe(true);
    // The lease of the dead process expires before the sandbox has published the offer, so the offer is still
    // pending.
    await app.database.query(`UPDATE job SET lease_until = now() - interval '1 s' WHERE lane = $1`, [
      `offer:${id}`,
    ]);
    await app.drainJobs();
    release();
    await dying;
    await app.drainJobs();
    expect((await read(id)).status).toBe('PENDING_ACCEPTANCE');
    expect(fake.create, 'a taken-up job asks the marketplace before it creates').toBe(1);
    expect(await atSandbox()).toBe(1);
  });

  test('R26 and a program whose job was taken over notes no retry on the offer', async () => {
    let release: () => void = () => {};
    const dead = new Promise<void>((resolve) => {
      release = resolve;
    });
    let hung = false;
    fake.creating = async (own) => {
      if (hung) return own();
      hung = true;
      await dead;
      return own();
    };
    const id = await create('MKC');
    const late = app.app.worker.step();
    await expect.poll(() => hung).toBe(true);
    await app.database.query(`UPDATE job SET lease_until = now() - interval '1 s' WHERE lane = $1`, [
      `offer:${id}`,
    ]);
    expect(await app.app.worker.step()).toBe(1);
    release();
    await late;
    expect((await read(id)).metaInfo).not.toHaveProperty('nextCreateRetryAt');
    await app.drainJobs();
    expect(await read(id)).not.toHaveProperty('metaInfo.createRetryAttempts');
    expect(await atSandbox()).toBe(1);
  });

  test('when a note cannot be written and is written again', async () => {
    const id = await create('MKF');
    await app.database.query(
      `CREATE FUNCTION refuse_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'disk full'; END $$`,
    );
    await app.database.query(
      `CREATE TRIGGER refuse_once BEFORE UPDATE OF outcome ON job FOR EACH ROW
       WHEN (NEW.outcome LIKE 'created%') EXECUTE FUNCTION refuse_once()`,
    );
    expect(await app.app.worker.step()).toBe(1);
    await app.database.query('DROP TRIGGER refuse_once ON job');
    await hurry();
    await app.drainJobs();
    expect((await read(id)).status).toBe('PENDING_ACCEPTANCE');
    expect([fake.create, await atSandbox()]).toEqual([1, 1]);
  });

  test('with warnings of the marketplace after its own', async () => {
    fake.creating = async (own) => ({ ...(await own()), warnings: ['The name was shortened.'] });
    const reply = await app.request('POST', `/org/${org.id}/offer`, {
      token: org.token,
      body: {
        ...body('MKB'),
        info: { startTime: '2091-01-01', commits: [{ rate: 1 }] },
        productID: 'prd_none',
      },
    });
    await app.drainJobs();
    const { warningMessages } = (await read(reply.body.id)).metaInfo;
    expect(warningMessages[0]).toContain('startTime');
    expect(warningMessages.length).toBeGreaterThan(2);
    expect(warningMessages.at(-1)).toBe('The name was shortened.');
  });
});
