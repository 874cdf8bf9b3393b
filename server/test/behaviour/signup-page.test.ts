import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { goodForm, type SignupWorld, signupWorldOf } from '../signup-world.ts';

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100)]);
const requested: string[] = [];
let app: TestApp;
let org: TestOrganization;
let world: SignupWorld;
beforeAll(async () => {
  app = await startTestApp({
    fetchPicture: async (url) => {
      requested.push(url);
      return new Response(png);
    },
  });
});
afterAll(() => app.stop());
beforeEach(async () => {
  org = await app.organization();
  world = signupWorldOf(app, org);
});

const pictureIn = async (part: string | undefined): Promise<Buffer> => {
  const source = /src="([^"]*)"/.exec(part ?? '')?.[1]?.replaceAll('&amp;', '&') ?? '';
  return Buffer.from(await (await fetch(new URL(source, app.url))).arrayBuffer());
};

test('R12 signupId: a buyer is redirected to the page once the seller has created the page', async () => {
  const before = await world.land();
  expect([before.status, await before.text()]).toEqual([
    200,
    expect.stringContaining('The seller will contact you'),
  ]);
  const { signupId } = await world.configure({ companyName: 'Harbour Tools' });
  const landed = await world.land();
  expect(landed.status).toBe(303);
  const link = landed.headers.get('location') as string;
  const { pathname, searchParams } = new URL(link);
  expect(pathname).toMatch(new RegExp(`^/public/signup/${signupId}/entitlement/ent_\\w+$`));
  // The token of the marketplace ends at the landing page.
  expect([...searchParams.keys()]).toEqual(['organization', 'expires', 'signature']);
  const page = await world.visit(link);
  expect(page.status).toBe(200);
  expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
  expect(page.headers.get('content-security-policy')).not.toContain('script');
  const text = await page.text();
  expect(text).toContain('<form method="post">');
  expect(text).not.toMatch(/<script|signature=[\w-]*.*<form/);
});

test('R12 companyName: the page names the seller, else the organization', async () => {
  await world.configure({ companyName: 'Harbour Tools' });
  const { link } = await world.buy();
  expect(await world.page(link)).toContain('Harbour Tools');
  await world.configure({ companyName: null });
  const [{ name }] = (
    await app.database.query('SELECT name FROM organization WHERE organization_id = $1', [org.id])
  ).rows;
  expect(await world.page(link)).toContain(name);
});

test('R12 companyLogoUrl: the page shows the logo from this service', async () => {
  await world.configure({ companyLogoUrl: 'https://pictures.example/logo.png' });
  const page = await world.page((await world.buy()).link);
  expect(await pictureIn(/<header>.*<\/header>/.exec(page)?.[0])).toEqual(png);
  expect(page).not.toContain('pictures.example');
  expect(requested).toContain('https://pictures.example/logo.png');
});

test('R12 landingImageUrl: the page shows the picture from this service', async () => {
  await world.configure({ landingImageUrl: 'https://pictures.example/landing.png' });
  const page = await world.page((await world.buy()).link);
  expect(await pictureIn(/<img class="picture"[^>]*>/.exec(page)?.[0])).toEqual(png);
  expect(page).not.toContain('pictures.example');
  expect(requested).toContain('https://pictures.example/landing.png');
});

test('R12 videoLink: the page links to the video and does not embed it', async () => {
  await world.configure({ videoLink: 'https://videos.example/v?id=1&t=2' });
  const { link } = await world.buy();
  const page = await world.page(link);
  expect(page).toContain('href="https://videos.example/v?id=1&amp;t=2"');
  expect(page).not.toMatch(/<(iframe|video|embed)/);
  await world.configure({ videoLink: null });
  expect(await world.page(link)).not.toContain('Watch the video');
});

test('R12 hideCloudPartnerLogo: the mark of the marketplace is shown unless it is hidden', async () => {
  await world.configure({ companyName: 'Harbour Tools' });
  const { link } = await world.buy();
  expect(await world.page(link)).toContain('Marketplace A');
  await world.configure({ hideCloudPartnerLogo: true });
  expect(await world.page(link)).not.toContain('Marketplace A');
});

test('R12 customTemplate: the page has the introduction of the seller only if enableCustomTemplate is true', async () => {
  const customTemplate =
    '# Hello {{ buyer.name }}\n\nWelcome to **{{ seller.name }}**, bought at {{ marketplace }}.';
  await world.configure({ companyName: 'Harbour', customTemplate });
  const { link } = await world.buy({ buyerName: '*Globex* <b>' });
  expect(await world.page(link)).toContain('Your purchase is registered.');
  await world.configure({ enableCustomTemplate: true });
  const page = await world.page(link);
  expect(page).toContain('<h2 dir="auto">Hello *Globex* &lt;b&gt;</h2>');
  expect(page).toContain('Welcome to <strong>Harbour</strong>, bought at Marketplace A.');
  expect(page).not.toContain('Your purchase is registered.');
  const refused = await world.call('PATCH', 'clientSignupPageConfigInfo', {
    customTemplate: '{% for x in y %}',
  });
  expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '/customTemplate']);
  const long = await world.call('PATCH', 'clientSignupPageConfigInfo', {
    customTemplate: 'x'.repeat(10_001),
  });
  expect([long.status, long.body.errors[0].pointer]).toEqual([400, '/customTemplate']);
});

test('R12 enableUpdateBuyer: the form updates the buyer only if the switch is on', async () => {
  await world.configure({ enableUpdateBuyer: false });
  const buyerOf = async (entitlementId: string) =>
    world.good('GET', `buyer/${(await world.good('GET', `entitlement/${entitlementId}`)).buyerID}`);
  const first = await world.buy();
  await world.send(first.link);
  expect(await buyerOf(first.entitlementId)).toMatchObject({
    name: 'Initech',
    contactIds: [expect.any(String)],
  });
  await world.configure({ enableUpdateBuyer: true });
  const second = await world.buy({ buyerName: 'Umbrella' });
  await world.send(second.link);
  const buyer = await buyerOf(second.entitlementId);
  expect(buyer).toMatchObject({
    name: 'Globex',
    info: { emailAddress: goodForm.emailAddress, fields: goodForm },
  });
});

test('R12 the preview shows the page to the seller, with a form that cannot be sent', async () => {
  await world.configure({
    companyName: 'Harbour',
    enableCustomTemplate: true,
    customTemplate: 'For {{ buyer.name }}',
  });
  const page = await world.good('GET', 'clientSignupPageConfigInfo/preview');
  expect(page).toContain('For Example Inc.');
  expect(page).toContain('<fieldset disabled>');
});
