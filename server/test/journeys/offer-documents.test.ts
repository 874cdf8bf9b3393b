import { extractText } from 'unpdf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uploadFile } from '../generated/file-records.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';

let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await startTestApp({ fetchDocument: async () => new Response('Data processing addendum.') });
  org = await app.organization({ role: 'EDITOR' });
});
afterAll(() => app.stop());

const call = async (method: string, path: string, body?: unknown) => {
  const reply = await app.request(method, `/org/${org.id}${path}`, {
    token: org.token,
    ...(body === undefined ? {} : { body }),
  });
  expect(reply.status, `${method} ${path}: ${reply.text}`).toBe(200);
  await app.drainJobs();
  return reply.body;
};
const open = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());

test('R28 a seller uploads terms, sells with them and an addendum, and the buyer can read both', async () => {
  const terms = await uploadFile(app, org, { content: 'Terms of Acme.', name: 'terms.txt' });
  const draft = await call('POST', '/draftOffer', {
    partner: 'MKE',
    name: 'Year of Acme',
    info: { eulaType: 'CUSTOM', eulaUrl: terms.id, commits: [{ rate: 1200 }] },
  });
  const info = {
    ...draft.info,
    additionalEulaUrls: ['https://legal.example/dpa.txt'],
    eulaMergeOrder: [2, 1],
  };
  expect((await call('POST', '/offer/validate', { id: draft.id, info })).valid).toBe(true);
  await call('POST', '/offer', { id: draft.id, info });

  const offer = await call('GET', `/offer/${draft.id}`);
  expect(offer.status, JSON.stringify(offer.metaInfo)).toBe('PENDING_ACCEPTANCE');
  expect(offer.metaInfo.originalEulaInfo).toMatchObject({ eulaUrl: terms.id, eulaMergeOrder: [2, 1] });
  await call('DELETE', `/file/${terms.id}`);
  const agreement = await call('GET', `/offer/${draft.id}/eula`);
  expect((await open(agreement)).toString()).toBe('Data processing addendum.\n\nTerms of Acme.');
  const { text } = await extractText(new Uint8Array(await open(offer.info.pdfURL)), { mergePages: true });
  expect(text).toContain('Year of Acme');

  await call('POST', `/sandbox/offer/${draft.id}/accept`, {});
  const [entitlement] = await call('GET', `/entitlement?offerId=${draft.id}`);
  expect((await open(entitlement.info.eulaUrl)).toString()).toContain('Terms of Acme.');
});
