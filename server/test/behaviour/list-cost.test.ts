import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';

let app: TestApp;
let organization: TestOrganization;
const offers = 20;
const marker = 'passed through';

beforeAll(async () => {
  app = await startTestApp();
  organization = await app.organization();
  for (let index = 0; index < offers; index++) {
    const body = {
      partner: 'MKA',
      name: `Offer ${index} “ß”`,
      info: { currency: 'USD', sellerNotes: `${marker} ${index} – ${'ü'.repeat(2000)}` },
      metaInfo: { internalNote: marker, eulaUrl: 'https://docs.example/eula?token=hush' },
    };
    const { status } = await app.request('POST', `/org/${organization.id}/offer`, {
      token: organization.token,
      body,
    });
    expect(status).toBe(200);
  }
});
afterAll(() => app.stop());

/** Reads a page as bytes, so that the test does not spend time on parsing JSON. */
async function readPage(): Promise<Response & { bytes: Buffer }> {
  const response = await fetch(`${app.url}/org/${organization.id}/offer?limit=${offers}`, {
    headers: { authorization: `Bearer ${organization.token}`, 'accept-encoding': 'identity' },
  });
  return Object.assign(response, { bytes: Buffer.from(await response.arrayBuffer()) });
}

test('a page of offers is served without parsing or printing their JSON', async () => {
  await readPage();
  const holdsMarker = (value: unknown): boolean =>
    typeof value === 'string'
      ? value.includes(marker)
      : typeof value === 'object' && value !== null && Object.values(value).some(holdsMarker);
  const parse = vi.spyOn(JSON, 'parse');
  const stringify = vi.spyOn(JSON, 'stringify');
  try {
    const { status, bytes } = await readPage();
    const calls = [...parse.mock.calls, ...stringify.mock.calls];
    expect(status).toBe(200);
    expect(bytes.toString().split(`${marker} `).length - 1).toBe(offers);
    expect(stringify.mock.calls.length).toBeGreaterThan(0);
    expect(calls.filter(([value]) => holdsMarker(value))).toEqual([]);
  } finally {
    parse.mockRestore();
    stringify.mockRestore();
  }
});

test('a long page has the bytes of its records as read one by one, and the total count', async () => {
  const { bytes, headers } = await readPage();
  expect(bytes.length).toBeGreaterThan(16_384);
  expect(headers.get('content-length')).toBe(String(bytes.length));
  const records = JSON.parse(bytes.toString()) as { id: string }[];
  const alone = await Promise.all(
    records.map(async ({ id }) => {
      const { text } = await app.request('GET', `/org/${organization.id}/offer/${id}`, {
        token: organization.token,
      });
      return text;
    }),
  );
  expect(records.length).toBe(offers);
  expect(bytes.toString()).toBe(`[${alone.join(',')}]`);
  expect(bytes.toString()).not.toContain('hush');
});
