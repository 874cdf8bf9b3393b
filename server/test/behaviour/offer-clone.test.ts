import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type AdapterRegistry,
  type Change,
  type MarketplaceAdapter,
  MarketplaceError,
} from '../../src/marketplaces/index.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';

type Cancel = (own: () => Promise<Change>) => Promise<Change>;
const fake: { cancels: number; cancelling: Cancel } = { cancels: 0, cancelling: (own) => own() };

/** The sandbox with programmed results of cancellations. */
const wrapped = (own: MarketplaceAdapter): MarketplaceAdapter => ({
  ...own,
  cancelOffer: (externalId, key) => {
    fake.cancels++;
    return fake.cancelling(() => own.cancelOffer(externalId, key));
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
let other: TestOrganization;
beforeAll(async () => {
  app = await startTestApp({ registry });
  org = await app.organization();
  other = await app.organization();
});
beforeEach(() => Object.assign(fake, { cancels: 0, cancelling: (own: () => Promise<Change>) => own() }));
afterAll(() => app.stop());

const call = (method: string, path: string, body?: unknown, owner = org) =>
  app.request(method, `/org/${owner.id}${path}`, {
    token: owner.token,
    ...(body === undefined ? {} : { body }),
  });
const good = async (method: string, path: string, body?: unknown) => {
  const reply = await call(method, path, body);
  expect(reply.status, `${method} ${path}: ${reply.text}`).toBe(200);
  return reply.body;
};
const read = (id: string) => good('GET', `/offer/${id}`);
let count = 0;
const terms = (partner = 'MKC') => ({
  partner,
  name: `Deal ${++count}`,
  info: { mkCDuration: 12, commits: [{ rate: 1 }] },
});
const open = async (partner = 'MKC'): Promise<string> => {
  const { id } = await good('POST', '/offer', terms(partner));
  await app.drainJobs();
  return id;
};
const cloned = async (source: string) =>
  (await good('POST', `/offer/${source}/clone`, { cancelSourceAfterPublish: true })).id as string;
const publish = async (id: string) => {
  await good('POST', '/offer', { id });
  await app.drainJobs();
};
const hurry = () =>
  app.database.query('UPDATE job SET ready_at = now(), due_at = now() WHERE finished_at IS NULL');
const actions = async (id: string) =>
  (
    await app.database.query('SELECT action FROM event WHERE entity_id = $1 ORDER BY sequence', [id])
  ).rows.map(({ action }) => action);
/** Returns the outcome of the source offer's cancellation: status, error, and whether a time is present. */
const outcome = async (id: string) => {
  const { metaInfo } = await read(id);
  const { sourceOfferCancelAfterPublishStatus: status, sourceOfferCancelAfterPublishError: error } = metaInfo;
  return [status, error, metaInfo.sourceOfferCancelAfterPublishAt !== undefined];
};

describe('a copy of an offer', () => {
  test('R9 is a draft with its terms, without decisions of the service or the marketplace', async () => {
    const source = await good('POST', '/offer', {
      ...terms('MKA'),
      name: 'Source',
      expireTime: '2095-01-01',
      info: { commits: [{ key: 'a', rate: 7.5 }], docusignEnvelopeIds: { con: 'x' }, sellerNotes: 'Mine' },
      metaInfo: { crmBDealId: 'deal', discount: 5, updateMessage: 'Old' },
    });
    await app.drainJobs();
    const copy = await good('POST', `/offer/${source.id}/clone`, {});
    expect(copy).toMatchObject({ status: 'DRAFT', name: 'Source', partner: 'MKA', endTime: null });
    expect(copy.id).not.toBe(source.id);
    expect(copy.expireTime).toBe('2095-01-01T00:00:00.000Z');
    expect(copy.info).toEqual({
      commits: [{ key: 'a', rate: 7.5 }],
      sellerNotes: 'Mine',
      visibility: 'PRIVATE',
    });
    expect(Object.keys(copy.metaInfo).sort()).toEqual([
      'createdBySource',
      'crmBDealId',
      'discount',
      'lastModifiedBy',
    ]);
    for (const field of ['externalID', 'subStatus']) expect(copy).not.toHaveProperty(field);
    expect(await good('POST', `/offer/${source.id}/clone`, { name: 'Second' })).toMatchObject({
      name: 'Second',
    });
    await app.database.query(`UPDATE offer SET expire_time = '2001-01-01' WHERE id = $1`, [source.id]);
    expect((await good('POST', `/offer/${source.id}/clone`)).expireTime).toBeNull();
    expect(await actions(copy.id)).toEqual(['CREATE']);
  });

  test('uses the current terms, and cancels its source on marketplace C only', async () => {
    const theirs = (await call('POST', '/draftOffer', {}, other)).body.id;
    const gone = (await good('POST', '/draftOffer', {})).id;
    await good('DELETE', `/offer/${gone}`);
    for (const id of [theirs, gone, 'ofr_none'])
      expect((await call('POST', `/offer/${id}/clone`, {})).status).toBe(404);
    for (const body of [terms('MKA'), { name: 'Direct' }]) {
      const { id } = await good('POST', '/draftOffer', body);
      const reply = await call('POST', `/offer/${id}/clone`, { cancelSourceAfterPublish: true });
      expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, '/cancelSourceAfterPublish']);
    }
  });
});

describe('R29 the source of a published copy', () => {
  test('is cancelled once, and the copy shows it', async () => {
    const source = await open();
    const copy = await cloned(source);
    const { info, metaInfo } = await read(copy);
    expect([info.mkCDuration, info.mkCPrivateOffer]).toEqual([12, undefined]);
    expect(metaInfo.sourceOfferIdToCancelAfterPublish).toBe(source);
    expect(await outcome(copy)).toEqual([undefined, undefined, false]);
    expect((await read(source)).status).toBe('PENDING_ACCEPTANCE');
    await publish(copy);
    expect((await read(copy)).status).toBe('PENDING_ACCEPTANCE');
    expect((await read(source)).status).toBe('CANCELLED');
    expect(await outcome(copy)).toEqual(['SENT', undefined, true]);
    const far = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    await good('POST', `/offer/${copy}/extendExpiryDate?newExpiryDate=${far}`);
    await app.drainJobs();
    expect(await actions(source)).toEqual(['CREATE', 'PENDING_ACCEPTANCE', 'PENDING_CANCEL', 'CANCEL']);
    expect(fake.cancels).toBe(1);
  });

  test('is cancelled for an offer that was created with its id, which is removed once that offer is open', async () => {
    const source = await open();
    const metaInfo = { sourceOfferIdToCancelAfterPublish: source };
    const made = await good('POST', '/offer', { ...terms(), metaInfo });
    await app.drainJobs();
    expect((await read(source)).status).toBe('CANCELLED');
    expect(await outcome(made.id)).toEqual(['SENT', undefined, true]);
    const late = await open();
    for (const [path, body] of [
      [`/offer/${late}/metaInfo`, metaInfo],
      [`/offer/${late}`, { metaInfo }],
    ] as const) {
      const reply = await call('PATCH', path, body);
      expect([reply.status, reply.body.errors[0].message]).toEqual([
        400,
        'cannot be changed after the offer is submitted',
      ]);
    }
  });

  test('is kept when it can no longer be cancelled, and the copy has the reason', async () => {
    const accepted = await open();
    const copy = await cloned(accepted);
    await good('POST', `/sandbox/offer/${accepted}/accept`, {});
    await app.drainJobs();
    await publish(copy);
    const [status, reason] = await outcome(copy);
    expect([status, reason]).toEqual(['SKIPPED', expect.stringContaining('ACCEPTED')]);
    expect((await read(accepted)).status).toBe('ACCEPTED');
    const faster = await open();
    const second = await cloned(faster);
    // The buyer accepts while the cancellation is in flight.
    fake.cancelling = async (own) => {
      await call('POST', `/sandbox/offer/${faster}/accept`, {});
      return own();
    };
    await publish(second);
    const [after, why] = await outcome(second);
    expect([after, why]).toEqual(['SKIPPED', expect.stringContaining('accepted')]);
    expect((await read(faster)).status).toBe('ACCEPTED');
  });

  test('is kept when the marketplace refuses, and the copy has the error', async () => {
    const source = await open();
    const copy = await cloned(source);
    fake.cancelling = async () => {
      throw new MarketplaceError('POSTPAY', { kind: 'refused', readable: 'It is paid later.' });
    };
    await publish(copy);
    expect(await outcome(copy)).toEqual(['FAILED', 'It is paid later.', true]);
    expect((await read(source)).status).toBe('CANCEL_FAILED');
    expect((await read(copy)).status).toBe('PENDING_ACCEPTANCE');
  });

  test('is skipped when the buyer accepted before the refusal', async () => {
    const source = await open();
    const copy = await cloned(source);
    fake.cancelling = async () => {
      await app.database.query(`UPDATE offer SET status = 'ACCEPTED' WHERE id = $1`, [source]);
      throw new MarketplaceError('BUSY', { kind: 'refused' });
    };
    await publish(copy);
    expect(await outcome(copy)).toEqual(['SKIPPED', 'The source offer is ACCEPTED.', true]);
  });

  test('is cancelled again after a lost response or a lost process, and the copy shows that it is pending', async () => {
    const source = await open();
    const copy = await cloned(source);
    let lost = 0;
    fake.cancelling = async (own) => {
      if (lost++ > 0) return own();
      await own();
      throw new MarketplaceError('LOST', { kind: 'unknown' });
    };
    await publish(copy);
    expect((await outcome(copy))[0]).toBe('PENDING');
    await hurry();
    await app.drainJobs();
    expect(await outcome(copy)).toEqual(['SENT', undefined, true]);
    expect((await read(source)).status).toBe('CANCELLED');
    expect((await actions(source)).filter((action) => action === 'PENDING_CANCEL')).toHaveLength(1);

    const [second, another] = [await open(), await open()];
    const copies = [await cloned(second), await cloned(another)];
    let release: () => void = () => {};
    const dead = new Promise<void>((resolve) => {
      release = resolve;
    });
    let hung = false;
    fake.cancelling = async (own) => {
      const answer = await own();
      if (hung) return answer;
      hung = true;
      await dead;
      return answer;
    };
    for (const id of copies) await good('POST', '/offer', { id });
    const dying = app.drainJobs();
    await expect.poll(() => hung).toBe(true);
    await app.database.query(
      `UPDATE job SET lease_until = now() - interval '1 s' WHERE kind = 'offers.cancel' AND finished_at IS NULL`,
    );
    await app.drainJobs();
    release();
    await dying;
    await app.drainJobs();
    for (const id of copies) expect((await outcome(id))[0]).toBe('SENT');
    for (const id of [second, another]) expect((await read(id)).status).toBe('CANCELLED');
  });

  test('must be another private offer of the organization at the same partner', async () => {
    const draft = (await good('POST', '/draftOffer', terms())).id;
    const theirs = (await call('POST', '/offer', terms(), other)).body.id;
    const publicOffer = (await good('POST', '/offer', { partner: 'MKC', offerType: 'DEFAULT' })).id;
    const elsewhere = (await good('POST', '/draftOffer', terms('MKA'))).id;
    for (const source of [draft, theirs, publicOffer, elsewhere, 'ofr_none']) {
      const metaInfo = { sourceOfferIdToCancelAfterPublish: source };
      const tries: [string, string, object, string?][] = [
        ['PATCH', `/offer/${draft}`, { metaInfo }],
        ['PATCH', `/offer/${draft}/metaInfo`, metaInfo, ''],
        ['POST', '/draftOffer', { id: draft, ...terms(), metaInfo }],
        ['POST', '/offer', { id: draft, metaInfo }],
        ...(source === draft
          ? []
          : ([['POST', '/offer', { ...terms(), metaInfo }]] as [string, string, object][])),
      ];
      for (const [method, path, body, place = '/metaInfo'] of tries) {
        const reply = await call(method, path, body);
        expect([reply.status, reply.body.errors?.[0].pointer], `${source} ${method} ${path}`).toEqual([
          400,
          `${place}/sourceOfferIdToCancelAfterPublish`,
        ]);
      }
    }
    const validated = await good('POST', '/offer/validate', {
      ...terms(),
      metaInfo: { sourceOfferIdToCancelAfterPublish: 'ofr_none' },
    });
    const errors = validated.findings.filter(({ severity }: { severity: string }) => severity === 'ERROR');
    expect(errors).toMatchObject([{ pointer: '/metaInfo/sourceOfferIdToCancelAfterPublish' }]);
    const onA = { ...terms('MKA'), metaInfo: { sourceOfferIdToCancelAfterPublish: elsewhere } };
    expect((await call('POST', '/offer', onA)).body.errors[0].message).toBe('is for marketplace C only');
    expect((await read(draft)).metaInfo).not.toHaveProperty('sourceOfferIdToCancelAfterPublish');
  });
});
