import { extractText } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { OutsideRefused } from '../../src/platform/outside/outside-fetch.ts';
import { writePdf } from '../../src/platform/pdf/index.ts';
import { uploadFile } from '../generated/file-records.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';

let app: TestApp;
let org: TestOrganization;
/** The responses of other servers by URL, and the number of requests to each. */
const outside = new Map<string, () => Response | Promise<Response>>();
let asked: string[] = [];
beforeAll(async () => {
  const textAt = (name: string) =>
    outside.set(`https://a.example/${name}`, () => new Response(`Text ${name}.`));
  for (const name of ['one', 'two', 'three']) textAt(name);
  const pdf = await writePdf([{ kind: 'text', text: 'Page of the seller' }], { title: 'x', at: new Date(0) });
  outside.set('https://a.example/pdf', () => new Response(new Uint8Array(pdf)));
  outside.set('https://a.example/html', () => new Response('<!doctype html><p>x', { status: 200 }));
  outside.set(
    'https://a.example/away',
    () => new Response(null, { status: 302, headers: { location: 'https://b' } }),
  );
  outside.set('https://a.example/broken', () => new Response('%PDF-1.7 nothing more'));
  outside.set('https://a.example/private', () => {
    throw new OutsideRefused('a.example is on a private network');
  });
  app = await startTestApp({
    fetchDocument: async (url) => {
      asked.push(url);
      const answer = outside.get(url);
      if (!answer) throw new Error('connect ECONNREFUSED');
      return answer();
    },
  });
  org = await app.organization({ role: 'EDITOR' });
});
beforeEach(() => {
  asked = [];
});
afterAll(() => app.stop());

const call = (method: string, path: string, body?: object) =>
  app.request(method, `/org/${org.id}${path}`, { token: org.token, ...(body ? { body } : {}) });
type Reply = { body: { findings: { source: string; severity: string; pointer?: string }[] } };
const errorsIn = ({ body }: Reply) => body.findings.filter(({ severity }) => severity === 'ERROR');
let made = 0;
async function create(info: object, more: object = {}) {
  const body = { partner: 'MKA', name: `Nr. ${++made}`, info, ...more };
  const { body: offer, status, text } = await call('POST', '/offer', body);
  expect(status, text).toBe(200);
  await app.drainJobs();
  return (await call('GET', `/offer/${offer.id}`)).body;
}
const at = (...names: string[]) => names.map((name) => `https://a.example/${name}`);
const [one, two, three] = at('one', 'two', 'three') as [string, string, string];
const custom = (url: string | undefined, additional: string[] = [], more: object = {}) => ({
  commits: [{ rate: 1 }],
  eulaType: 'CUSTOM',
  ...(url ? { eulaUrl: url } : {}),
  ...(additional.length ? { additionalEulaUrls: additional } : {}),
  ...more,
});
const read = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());
const textOf = async (url: string) =>
  (await extractText(new Uint8Array(await read(url)), { mergePages: true })).text.replaceAll(/\s+/g, ' ');
const link = async (id: string, which = 'eula') =>
  (await call('GET', `/offer/${id}/${which}`)).body as string;

test('R28 a draft of a CUSTOM agreement is submitted once it has a document; validate reports a missing document', async () => {
  const draft = (await call('POST', '/draftOffer', { partner: 'MKA', info: custom(undefined) })).body;
  expect(errorsIn(await call('POST', '/offer/validate', { id: draft.id }))).toMatchObject([
    { pointer: '/info/eulaUrl', source: 'RULES' },
  ]);
  const refused = (await call('POST', '/offer', { id: draft.id })).body;
  expect([refused.status, refused.errors?.[0].pointer]).toEqual([400, '/info/eulaUrl']);
  expect((await call('GET', `/offer/${draft.id}`)).body.status).toBe('DRAFT');
  const submitted = (await call('POST', '/offer', { id: draft.id, info: custom(one) })).body;
  expect(submitted.status).toBe('PENDING_CREATE');
});

describe('R28 the documents of a CUSTOM agreement', () => {
  test('are merged in order when they are texts, and the originals are kept', async () => {
    const offer = await create(custom(one, [two, three], { eulaMergeOrder: [3, 1] }));
    expect(offer.status).toBe('PENDING_ACCEPTANCE');
    expect(asked).toEqual([three, one, two]);
    expect((await read(offer.info.eulaUrl)).toString()).toBe('Text three.\n\nText one.\n\nText two.');
    expect(offer.info).toMatchObject({ additionalEulaUrls: [two, three], eulaMergeOrder: [3, 1] });
    expect(offer.metaInfo.originalEulaInfo).toEqual({
      eulaType: 'CUSTOM',
      eulaUrl: one,
      additionalEulaUrls: [two, three],
      eulaMergeOrder: [3, 1],
      mergedEulaUrl: offer.info.eulaUrl,
    });
    const fresh = await link(offer.id);
    expect(new URL(fresh).pathname).toBe(new URL(offer.info.eulaUrl).pathname);
    expect((await read(fresh)).toString()).toContain('Text two.');
    const [file] = (await call('GET', '/file?purpose=MERGED_EULA')).body;
    expect(file.name).toBe(`eula-${offer.id}.txt`);
    expect((await call('DELETE', `/file/${file.id}`)).body).toMatchObject({
      status: 409,
      code: 'file_in_use',
    });
  });

  test('are one PDF when one of them is a PDF, with the standard agreement at index 0', async () => {
    const [pdf] = at('pdf') as [string];
    const offer = await create(custom(pdf, [two], { attachEulaType: 'SCMP', eulaMergeOrder: [1, 2, 0] }));
    expect(offer.status).toBe('PENDING_ACCEPTANCE');
    expect(await textOf(offer.info.eulaUrl)).toMatch(
      /^Page of the seller Text two\. Standard agreement SCMP/,
    );
  });

  test('of the reseller are merged likewise, separately from the buyer’s', async () => {
    const reseller = {
      resellerEulaType: 'CUSTOM',
      resellerEulaUrl: two,
      additionalResellerEulaUrls: [three],
    };
    const offer = await create({ ...custom(one), ...reseller });
    expect(offer.info.eulaUrl).toBe(one);
    expect(await link(offer.id)).toBe(one);
    expect((await read(await link(offer.id, 'resellerEula'))).toString()).toBe('Text two.\n\nText three.');
    expect(offer.metaInfo.originalEulaInfo).toMatchObject({ resellerEulaUrl: two });
  });

  test('may be stored files, by id or link; the offer has a permanent copy', async () => {
    const file = await uploadFile(app, org, { content: 'Uploaded terms.', name: 'terms.txt' });
    const single = await create(custom(file.id));
    const several = await create(custom(file.url, [two]));
    await call('DELETE', `/file/${file.id}`);
    await app.drainJobs();
    expect((await read(await link(single.id))).toString()).toBe('Uploaded terms.');
    expect((await read(several.info.eulaUrl)).toString()).toBe('Uploaded terms.\n\nText two.');
    const gone = await create(custom(file.id, [one]));
    expect(gone).toMatchObject({ status: 'CREATE_FAILED' });
    expect(gone.metaInfo.prettifiedErrorMessages).toEqual([`File not found: ${file.id}.`]);
  });

  test('of another organization are not found', async () => {
    const stranger = await app.organization();
    const foreign = await uploadFile(app, stranger, { content: 'Secret.', name: 'a.txt' });
    expect((await create(custom(foreign.url, [one]))).status).toBe('CREATE_FAILED');
  });
});

describe('R28 an unavailable document', () => {
  test.each([
    ['away', 'its server responded with 302'],
    ['private', 'a.example is on a private network'],
    ['html', 'only PDF and plain text can be merged'],
    ['broken', 'is no PDF that can be read'],
  ])(
    '(%s) ends the creation with a readable error, and the offer can be corrected',
    async (name, message) => {
      const [url] = at(name) as [string];
      const failed = await create(custom(one, [url]));
      expect(failed.status).toBe('CREATE_FAILED');
      expect(failed.metaInfo.prettifiedErrorMessages[0]).toContain(message);
      expect((await call('GET', `/offer/${failed.id}/eula`)).body).toMatchObject({
        status: 400,
        code: 'offer_eula_unavailable',
      });
      if (name !== 'away') return;
      await call('PATCH', `/offer/${failed.id}`, { info: { additionalEulaUrls: [two] } });
      await call('POST', `/offer/${failed.id}/retry`);
      await app.drainJobs();
      expect((await read(await link(failed.id))).toString()).toBe('Text one.\n\nText two.');
    },
  );

  test('is requested again after a temporary failure, and merged once', async () => {
    const [later] = at('later') as [string];
    const waiting = await create(custom(one, [later]));
    expect(waiting.status).toBe('PENDING_CREATE');
    outside.set(later, () => new Response('At last.'));
    await app.database.query('UPDATE job SET ready_at = now() WHERE finished_at IS NULL AND offer_id = $1', [
      waiting.id,
    ]);
    await app.drainJobs();
    const offer = (await call('GET', `/offer/${waiting.id}`)).body;
    expect(offer.status).toBe('PENDING_ACCEPTANCE');
    expect((await read(offer.info.eulaUrl)).toString()).toBe('Text one.\n\nAt last.');
  });

  test('is reported by validate as far as no request is needed', async () => {
    const info = custom('http://a.example/x', ['fil_00000000000000000000000000'], {
      attachEulaType: 'CURRENT',
    });
    const asOffer = await call('POST', '/offer/validate', { partner: 'MKA', info });
    expect(errorsIn(asOffer).map(({ source, pointer }) => [source, pointer])).toEqual([
      ['REFERENCES', '/info/attachEulaType'],
      ['REFERENCES', '/info/eulaUrl'],
      ['REFERENCES', '/info/additionalEulaUrls/0'],
    ]);
    expect(asked).toEqual([]);
    const good = await call('POST', '/offer/validate', { partner: 'MKA', info: custom(one, [two]) });
    expect(good.body.valid).toBe(true);
  });
});

describe('R28 additional documents and their order', () => {
  test.each([
    [{ eulaType: 'SCMP', additionalEulaUrls: [one] }, '/info/additionalEulaUrls'],
    [{ eulaType: 'SCMP', eulaMergeOrder: [1] }, '/info/eulaMergeOrder'],
    [{ resellerEulaType: 'RCMP', additionalResellerEulaUrls: [one] }, '/info/additionalResellerEulaUrls'],
    [custom(one, [two], { eulaMergeOrder: [3] }), '/info/eulaMergeOrder/0'],
  ])('%j are refused on create and update, and reported by validate', async (info, pointer) => {
    const body = { partner: 'MKA', info };
    expect((await call('POST', '/offer', body)).body.errors[0].pointer).toBe(pointer);
    expect((await call('POST', '/offer/validate', body)).body.findings[0].pointer).toBe(pointer);
    const failed = await create(custom(one), { partner: 'MKD' });
    expect((await call('PATCH', `/offer/${failed.id}`, { info })).body.errors[0].pointer).toBe(pointer);
  });
});

describe('R28 agreements without a job of a marketplace', () => {
  test('R28 a direct sale whose agreement changes during the merge has the latest agreement', async () => {
    const name = `Nr. ${++made}`;
    const slow = 'https://a.example/slow';
    const { body: offer } = await call('POST', '/offer', { name, info: custom(slow, [one]) });
    outside.set(slow, async () => {
      await call('PATCH', `/offer/${offer.id}`, { info: custom(two, [three]) });
      return new Response('Text slow.');
    });
    await app.drainJobs();
    const { info, metaInfo } = (await call('GET', `/offer/${offer.id}`)).body;
    expect(metaInfo.originalEulaInfo).toMatchObject({ eulaUrl: two, mergedEulaUrl: info.eulaUrl });
    expect(await (await fetch(info.eulaUrl)).text()).toBe('Text two.\n\nText three.');
  });

  test('a direct sale has its documents merged, expires on time, and has them merged again when they change', async () => {
    const offer = await create(custom(one, [two]), {
      partner: undefined,
      expireTime: '2090-01-01T00:00:00Z',
    });
    expect(offer.status).toBe('PENDING_ACCEPTANCE');
    expect((await read(offer.info.eulaUrl)).toString()).toBe('Text one.\n\nText two.');
    const kinds = await app.database.query(
      `SELECT kind FROM job WHERE offer_id = $1 OR payload->>'offerId' = $1`,
      [offer.id],
    );
    expect(kinds.rows.map(({ kind }) => kind).sort()).toEqual(['offers.documents', 'offers.expire']);
    await call('PATCH', `/offer/${offer.id}`, { info: { additionalEulaUrls: [three] } });
    await app.drainJobs();
    expect((await read(await link(offer.id))).toString()).toBe('Text one.\n\nText three.');
    const [away] = at('away') as [string];
    await call('PATCH', `/offer/${offer.id}`, { info: { additionalEulaUrls: [away] } });
    await app.drainJobs();
    const failed = (await call('GET', `/offer/${offer.id}`)).body;
    expect(failed.metaInfo.prettifiedErrorMessages[0]).toContain('302');
  });

  test('a change of a published offer sends the merged agreement to the marketplace, or fails with a readable error', async () => {
    const offer = await create({ ...custom(one), currency: 'USD' }, { partner: 'MKF' });
    expect(offer.status, JSON.stringify(offer.metaInfo)).toBe('PENDING_ACCEPTANCE');
    const change = async (info: object) => {
      expect((await call('PATCH', `/offer/${offer.id}`, { info })).status).toBe(200);
      await app.drainJobs();
      return (await call('GET', `/offer/${offer.id}`)).body;
    };
    const changed = await change({ additionalEulaUrls: [two] });
    expect(changed.status).toBe('PENDING_ACCEPTANCE');
    expect((await read(changed.info.eulaUrl)).toString()).toBe('Text one.\n\nText two.');
    expect(changed.metaInfo.originalEulaInfo.eulaUrl).toBe(one);
    const failed = await change({ additionalEulaUrls: at('away') });
    expect(failed.status).toBe('UPDATE_FAILED');
    expect(failed.metaInfo.prettifiedErrorMessages[0]).toContain('302');
    expect(failed.info.additionalEulaUrls).toEqual([two]);
  });
});

describe('the address of an agreement', () => {
  test('is a text, or the text in an object', async () => {
    const offer = await create(custom(one));
    const get = async (query: string) => (await call('GET', `/offer/${offer.id}/eula${query}`)).body;
    expect([await get(''), await get('?format=string')]).toEqual([one, one]);
    expect(JSON.parse(await get('?format=JSON'))).toEqual({ url: one, eulaType: 'CUSTOM' });
    expect((await get('?format=XML')).status).toBe(400);
    expect((await call('GET', `/offer/${offer.id}/resellerEula`)).body.code).toBe('offer_eula_unavailable');
  });
});
