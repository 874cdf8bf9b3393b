import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AdapterRegistry } from '../../src/marketplaces/index.ts';
import { type FailureKind, type MarketplaceAdapter, MarketplaceError } from '../../src/marketplaces/index.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';

type Call = 'updateOffer' | 'extendOffer' | 'cancelOffer';
/** Hooks that run before a call reaches the sandbox. */
const before: Partial<Record<Call, () => Promise<void>>> = {};

const wrapped = (own: MarketplaceAdapter): MarketplaceAdapter => ({
  ...own,
  updateOffer: async (id, change, key) => {
    await before.updateOffer?.();
    return own.updateOffer(id, change, key);
  },
  extendOffer: async (id, expireTime, key, spec) => {
    await before.extendOffer?.();
    return own.extendOffer(id, expireTime, key, spec);
  },
  cancelOffer: async (id, key) => {
    await before.cancelOffer?.();
    return own.cancelOffer(id, key);
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
  org = await app.organization();
});
beforeEach(() => {
  for (const name of Object.keys(before)) delete before[name as Call];
});
afterAll(() => app.stop());

const call = (method: string, path: string, body?: unknown) =>
  app.request(method, `/org/${org.id}${path}`, { token: org.token, ...(body === undefined ? {} : { body }) });
const good = async (method: string, path: string, body?: unknown) => {
  const reply = await call(method, path, body);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
const read = (id: string) => good('GET', `/offer/${id}`);
let made = 0;
const published = async (partner: string | undefined, body: object = {}) => {
  const info = partner === 'MKC' ? { mkCDuration: 12 } : {};
  const name = `Offer ${++made} at ${partner}`;
  const { id } = await good('POST', '/offer', { name, partner, info, ...body });
  await app.drainJobs();
  const offer = await read(id);
  expect(offer.status).toBe('PENDING_ACCEPTANCE');
  return offer;
};
const accept = (id: string) => call('POST', `/sandbox/offer/${id}/accept`, { countryCode: 'US' });
const atSandbox = async (id: string) => {
  const { rows } = await app.database.query('SELECT state, spec FROM sandbox_offer WHERE creation_key = $1', [
    id,
  ]);
  return rows[0] as { state: string; spec: { name: string; expireTime: string } };
};
const actions = async (id: string): Promise<string[]> =>
  (
    await app.database.query('SELECT action FROM event WHERE entity_id = $1 ORDER BY sequence', [id])
  ).rows.map(({ action }) => action);
const hurry = () =>
  app.database.query(
    'UPDATE job SET ready_at = now(), due_at = now() WHERE finished_at IS NULL AND attempts > 0',
  );
const refuse =
  (kind: FailureKind = 'refused') =>
  async () => {
    throw new MarketplaceError('NO', { kind, readable: 'The marketplace said no.' });
  };
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

describe('a change of an offer that awaits its buyer', () => {
  test('reaches the marketplace by a job, and is visible once it is done', async () => {
    const { id, name } = await published('MKE');
    const waiting = await good('PATCH', `/offer/${id}`, {
      name: 'Renamed',
      info: { sellerNotes: 'local', billingIntervalInMonths: 3 },
      metaInfo: { updateMessage: 'Mind the name.' },
    });
    expect(waiting).toMatchObject({
      status: 'PENDING_UPDATE',
      name,
      info: { sellerNotes: 'local' },
    });
    expect(waiting.metaInfo.updateMessage).toBe('Mind the name.');
    await app.drainJobs();
    expect(await read(id)).toMatchObject({
      status: 'PENDING_ACCEPTANCE',
      name: 'Renamed',
      info: { billingIntervalInMonths: 3, sellerNotes: 'local' },
    });
    expect((await atSandbox(id)).spec.name).toBe('Renamed');
  });

  test('R8 is refused by name where the marketplace does not support it, and nothing changes', async () => {
    const offer = await published('MKA');
    const reply = await call('PATCH', `/offer/${offer.id}`, {
      name: 'Other',
      info: { currency: 'EUR' },
      productID: 'prd_x',
    });
    expect(reply.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(['/productID']);
    const frozen = await call('PATCH', `/offer/${offer.id}`, { name: 'Other', info: { currency: 'EUR' } });
    expect(frozen.status).toBe(400);
    expect(frozen.body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
      '/info/currency',
      '/name',
    ]);
    expect(await read(offer.id)).toEqual(offer);
  });

  test('R9 with the values that were read changes no terms and makes no call', async () => {
    const offer = await published('MKB', { info: { mkBPrivateOffer: { name: 'B' } } });
    const echoed = await good('PATCH', `/offer/${offer.id}`, offer);
    expect(echoed).toMatchObject({
      status: 'PENDING_ACCEPTANCE',
      info: offer.info,
      externalID: offer.externalID,
    });
  });

  test('of a direct sale is done immediately and checked by its rules; times in the past that are unchanged are accepted', async () => {
    const { id } = await published(undefined, { name: 'Direct' });
    const wrong = await call('PATCH', `/offer/${id}`, { info: { netTermsInDays: -1 } });
    expect(wrong.body.errors[0].pointer).toBe('/info/netTermsInDays');
    const changed = await good('PATCH', `/offer/${id}`, {
      name: 'Changed',
      endTime: '2091-01-01',
      contactIds: ['c'],
    });
    expect(changed).toMatchObject({ status: 'PENDING_ACCEPTANCE', name: 'Changed', contactIds: ['c'] });
    await app.database.query(`UPDATE offer SET end_time = '2001-01-01' WHERE id = $1`, [id]);
    await good('PATCH', `/offer/${id}`, { name: 'Again' });
    expect((await call('PATCH', `/offer/${id}`, { endTime: '2001-02-01' })).status).toBe(400);
    expect((await good('PATCH', `/offer/${id}`, { endTime: null })).endTime).toBeNull();
  });

  test('of a draft, and of an offer that could not be created, is unrestricted', async () => {
    const draft = await good('POST', '/draftOffer', {
      partner: 'MKA',
      name: 'Draft',
      info: { currency: 'USD' },
    });
    const moved = await good('PATCH', `/offer/${draft.id}`, { partner: 'MKC', productID: 'prd_x' });
    expect(moved).toMatchObject({
      status: 'DRAFT',
      partner: 'MKC',
      productID: 'prd_x',
      info: { currency: 'USD' },
    });
    const { id } = await good('POST', '/offer', { partner: 'MKD', name: 'Nowhere' });
    await app.drainJobs();
    expect(await good('PATCH', `/offer/${id}`, { partner: 'MKA' })).toMatchObject({
      status: 'CREATE_FAILED',
    });
    await good('POST', `/offer/${id}/retry`);
    await app.drainJobs();
    expect(await read(id)).toMatchObject({ status: 'PENDING_ACCEPTANCE', partner: 'MKA' });
  });

  test('R37 that the marketplace refuses ends UPDATE_FAILED with the old values, and can be sent again', async () => {
    const { id, name } = await published('MKF');
    before.updateOffer = refuse();
    await good('PATCH', `/offer/${id}`, { name: 'Refused' });
    await app.drainJobs();
    expect(await read(id)).toMatchObject({
      status: 'UPDATE_FAILED',
      name,
      metaInfo: { errorMessages: ['NO'], prettifiedErrorMessages: ['The marketplace said no.'] },
    });
    delete before.updateOffer;
    await good('PATCH', `/offer/${id}`, { name: 'Taken' });
    await app.drainJobs();
    const done = await read(id);
    expect(done).toMatchObject({ status: 'PENDING_ACCEPTANCE', name: 'Taken' });
    expect(done.metaInfo).not.toHaveProperty('errorMessages');
  });

  test('is retried when the marketplace is unavailable', async () => {
    const { id } = await published('MKE');
    before.updateOffer = refuse('unreachable');
    await good('PATCH', `/offer/${id}`, { name: 'Later' });
    await app.drainJobs();
    expect((await read(id)).status).toBe('PENDING_UPDATE');
    delete before.updateOffer;
    await hurry();
    await app.drainJobs();
    expect(await read(id)).toMatchObject({ status: 'PENDING_ACCEPTANCE', name: 'Later' });
  });

  test('fails when the buyer accepts meanwhile', async () => {
    const { id, name } = await published('MKE');
    before.updateOffer = async () => {
      expect((await accept(id)).status).toBe(200);
    };
    await good('PATCH', `/offer/${id}`, { name: 'Too late' });
    await app.drainJobs();
    expect(await read(id)).toMatchObject({ status: 'ACCEPTED', name });
    expect(await actions(id)).not.toContain('ABNORMAL_ALERT');
  });
});

describe('cancelling an offer', () => {
  test.each(['MKA', 'MKB', 'MKC', 'MKE', 'MKF'])('at %s is done by the marketplace', async (partner) => {
    const { id } = await published(partner);
    const waiting = await good('POST', `/offer/${id}/cancel`);
    expect(waiting.status).toBe('PENDING_CANCEL');
    expect(await good('POST', `/offer/${id}/cancel`)).toEqual(waiting);
    await app.drainJobs();
    expect((await read(id)).status).toBe('CANCELLED');
    expect((await atSandbox(id)).state).toBe('CANCELLED');
    expect((await actions(id)).slice(-2)).toEqual(['PENDING_CANCEL', 'CANCEL']);
    expect((await accept(id)).status).toBe(409);
    expect(await good('DELETE', `/offer/${id}`)).toBe(id);
  });

  test('of a direct sale or a public offer is done immediately', async () => {
    const direct = await published(undefined);
    const open = await good('POST', '/offer', { partner: 'MKA', offerType: 'DEFAULT' });
    for (const id of [direct.id, open.id])
      expect((await good('POST', `/offer/${id}/cancel`)).status).toBe('CANCELLED');
  });

  test('fails when the buyer accepts first, before and after the call to the marketplace', async () => {
    const early = await published('MKA');
    await good('POST', `/offer/${early.id}/cancel`);
    expect((await accept(early.id)).status).toBe(200);
    await app.drainJobs();
    const late = await published('MKB');
    before.cancelOffer = async () => {
      expect((await accept(late.id)).status).toBe(200);
    };
    await good('POST', `/offer/${late.id}/cancel`);
    await app.drainJobs();
    for (const id of [early.id, late.id]) {
      expect((await read(id)).status).toBe('ACCEPTED');
      expect(await actions(id)).not.toContain('ABNORMAL_ALERT');
      expect(await good('GET', `/entitlement?offerId=${id}`)).toHaveLength(1);
    }
  });

  test('R37 that the marketplace refuses is CANCEL_FAILED, and can be retried', async () => {
    const { id } = await published('MKC');
    before.cancelOffer = refuse();
    await good('POST', `/offer/${id}/cancel`);
    await app.drainJobs();
    expect(await read(id)).toMatchObject({ status: 'CANCEL_FAILED', metaInfo: { errorMessages: ['NO'] } });
    delete before.cancelOffer;
    await good('POST', `/offer/${id}/cancel`);
    await app.drainJobs();
    expect((await read(id)).status).toBe('CANCELLED');
  });
});

describe('an extension of an offer', () => {
  const extend = (id: string, date: string) =>
    call('POST', `/offer/${id}/extendExpiryDate?newExpiryDate=${date}`);

  test('R27 must not exceed the end of the offer, where its marketplace has that rule', async () => {
    const times = { expireTime: '2090-01-01', endTime: '2090-02-01' };
    const offer = await published('MKA', times);
    await good('POST', `/offer/${offer.id}/extendExpiryDate?newExpiryDate=2090-02-01`);
    await app.drainJobs();
    expect(await read(offer.id)).toMatchObject({
      status: 'UPDATE_FAILED',
      expireTime: offer.expireTime,
      metaInfo: { prettifiedErrorMessages: [expect.stringContaining('endTime')] },
    });
    const info = { commits: [{ rate: 1 }] };
    const crossed = { partner: 'MKA', ...times, endTime: times.expireTime, info };
    const { findings } = await good('POST', '/offer/validate', crossed);
    expect(findings.filter(({ severity }: { severity: string }) => severity === 'ERROR')).toMatchObject([
      { source: 'MARKETPLACE', pointer: '/expireTime' },
    ]);
  });

  test.each(['MKA', 'MKC', 'MKE', undefined])('at %s changes the expiry', async (partner) => {
    const { id } = await published(partner, { expireTime: inDays(1) });
    const day = inDays(60).slice(0, 10);
    const reply = await extend(id, day);
    expect(reply.body.status).toBe(partner ? 'PENDING_UPDATE' : 'PENDING_ACCEPTANCE');
    await app.drainJobs();
    expect(await read(id)).toMatchObject({
      status: 'PENDING_ACCEPTANCE',
      expireTime: `${day}T00:00:00.000Z`,
    });
    if (partner) expect((await atSandbox(id)).spec.expireTime).toBe(`${day}T00:00:00.000Z`);
  });

  test('is refused by name for a past or invalid day, and where the marketplace does not support it', async () => {
    const { id } = await published('MKB', { expireTime: inDays(1) });
    for (const date of ['2001-01-01', '2090-02-30', 'tomorrow', '', '2090-05-06'])
      expect((await extend(id, date)).body.errors[0].pointer, date).toBe('newExpiryDate');
    const required = [{ pointer: 'newExpiryDate', message: 'is required' }];
    expect((await extend(id, '')).body.errors).toEqual(required);
    expect((await call('POST', `/offer/${id}/extendExpiryDate`)).body.errors).toEqual(required);
  });

  test('of an expired offer publishes it again, where the marketplace locks offers until they expire', async () => {
    const own = await app.organization({ at: '2026-11-03T12:00:00Z' });
    const at = async (method: string, path: string, body?: unknown) => {
      const reply = await app.request(method, `/org/${own.id}${path}`, {
        token: own.token,
        ...(body ? { body } : {}),
      });
      return reply.body;
    };
    const days = { acceptBy: '2026-11-10', end: '2027-11-30' };
    const { id } = await at('POST', '/offer', {
      name: 'Late',
      partner: 'MKB',
      info: { mkBPrivateOffer: days },
    });
    await app.drainJobs();
    const path = `/offer/${id}/extendExpiryDate?newExpiryDate=2026-12-16`;
    expect((await at('POST', path)).errors[0].message).toMatch(/before the offer expires/);
    await at('POST', '/sandbox/clock', { to: '2026-12-01T12:00:00Z' });
    await app.drainJobs();
    expect((await at('GET', `/offer/${id}`)).status).toBe('EXPIRED');
    expect(await at('POST', path)).toMatchObject({ status: 'PENDING_UPDATE' });
    await app.drainJobs();
    expect(await at('GET', `/offer/${id}`)).toMatchObject({
      status: 'PENDING_ACCEPTANCE',
      expireTime: '2026-12-16T00:00:00.000Z',
      info: { mkBPrivateOffer: { acceptBy: '2026-12-15', end: '2027-11-30' } },
    });
  });

  test('has no effect on an accepted offer', async () => {
    const { id } = await published('MKA', { expireTime: inDays(1) });
    await accept(id);
    await app.drainJobs();
    expect((await extend(id, '2090-05-06')).body.status).toBe('PENDING_UPDATE');
    await app.drainJobs();
    expect(await read(id)).toMatchObject({ status: 'ACCEPTED', expireTime: '2090-05-06T00:00:00.000Z' });
    before.extendOffer = refuse();
    await extend(id, '2091-05-06');
    await app.drainJobs();
    expect(await read(id)).toMatchObject({ status: 'ACCEPTED', metaInfo: { errorMessages: ['NO'] } });
  });
});
