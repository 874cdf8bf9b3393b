import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100)]);
const logo = 'https://pictures.example/logo.png';

let app: TestApp;
let org: TestOrganization;
let requested: string[];
let answer: () => Response;
beforeAll(async () => {
  app = await startTestApp({
    fetchPicture: async (url) => {
      requested.push(url);
      return answer();
    },
  });
});
afterAll(() => app.stop());
beforeEach(async () => {
  org = await app.organization();
  requested = [];
  // The type is determined by the bytes, whatever the server says.
  answer = () => new Response(png, { headers: { 'content-type': 'text/html' } });
});

async function call(method: string, path: string, body?: object) {
  const reply = await app.request(method, `/org/${org.id}/${path}`, { token: org.token, body });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
}
const configure = (body: object) => call('PATCH', 'clientSignupPageConfigInfo', body);

/** Returns the header of an offer's page. */
async function pageHeader(): Promise<string> {
  const { id } = await call('POST', 'offer', { partner: 'MKA', name: 'Seats' });
  await app.drainJobs();
  const { info } = await call('GET', `offer/${id}`);
  const page = await (await fetch(info.privateOfferUrl)).text();
  return /<header>([\s\S]*)<\/header>/.exec(page)?.[1] ?? '';
}
const pictureIn = (header: string) =>
  new URL((/src="([^"]*)"/.exec(header)?.[1] ?? '').replaceAll('&amp;', '&'), app.url).href;

test('a page shows the seller’s logo from this service, which requests the picture once', async () => {
  await configure({ companyLogoUrl: logo, companyName: 'Harbour <Tools>' });
  const header = await pageHeader();
  expect(header).toContain('alt="Harbour &lt;Tools&gt;"');
  expect(header).not.toContain('pictures.example');
  for (let visit = 0; visit < 2; visit++) {
    const picture = await fetch(pictureIn(header));
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(picture.headers.get('content-security-policy')).toContain('sandbox');
    expect(Buffer.from(await picture.arrayBuffer())).toEqual(png);
  }
  expect(requested).toEqual([logo]);
});

test('a page without a logo shows the company’s name, or else the organization’s name', async () => {
  expect(await pageHeader()).toMatch(/^<span dir="auto">\S.*<\/span>$/);
  await configure({ companyName: 'Harbour <Tools>' });
  expect(await pageHeader()).toBe('<span dir="auto">Harbour &lt;Tools&gt;</span>');
});

test.each([
  [
    'an SVG',
    () =>
      new Response('<svg xmlns="http://www.w3.org/2000/svg"/>', { headers: { 'content-type': 'image/png' } }),
  ],
  ['a web page', () => new Response('<html>')],
  ['a picture of more than 200 kB', () => new Response(Buffer.concat([png, Buffer.alloc(200_000)]))],
  ['an error', () => new Response(png, { status: 500 })],
  [
    'an unreachable address',
    () => {
      throw new Error('unreachable');
    },
  ],
] as const)(
  '%s is not served as a logo, and its address is not requested again at once',
  async (_, given) => {
    answer = given;
    await configure({ companyLogoUrl: logo });
    const address = pictureIn(await pageHeader());
    for (let visit = 0; visit < 2; visit++) expect((await fetch(address)).status).toBe(404);
    expect(requested).toEqual([logo]);
  },
);

test('a picture has no page without its signature, in another organization, or after the address was changed', async () => {
  await configure({ companyLogoUrl: logo });
  const address = pictureIn(await pageHeader());
  const other = await app.organization();
  const changed = (name: string, value: string) => {
    const url = new URL(address);
    url.searchParams.set(name, value);
    return url.href;
  };
  for (const wrong of [
    changed('signature', 'x'),
    changed('organization', other.id),
    changed('expires', '9999999999'),
  ])
    expect((await fetch(wrong)).status).toBe(404);
  expect((await fetch(address)).status).toBe(200);
  await configure({ companyLogoUrl: 'https://pictures.example/second.png' });
  expect((await fetch(address)).status).toBe(404);
  expect((await fetch(pictureIn(await pageHeader()))).status).toBe(200);
});
