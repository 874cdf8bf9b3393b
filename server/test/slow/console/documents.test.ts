import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { chromiumFile, sayWhereThereIsNone } from '../../chromium.ts';
import { button, heading } from '../../console-page.ts';
import { type ConsoleWorld, type Desk, openConsole } from '../../console-world.ts';

sayWhereThereIsNone('Documents of offers were not tried in the console');
let world: ConsoleWorld;
let desk: Desk;
beforeAll(async () => {
  if (!chromiumFile) return;
  world = await openConsole();
  desk = await world.desk();
});
afterAll(() => world?.stop());
afterEach(() => expect(world?.complaints() ?? []).toEqual([]));

const statusOf = async (id: string) => (await world.call('GET', `offer/${id}`)).status;

const inChromium = test.skipIf(!chromiumFile);

inChromium(
  'a document is uploaded, attached, opened and taken away; what is no document says so',
  async () => {
    const { id } = await world.call('POST', 'draftOffer', { partner: 'MKA', name: 'With documents' });
    const page = await desk.open(world.at(`/offers/${id}?tab=documents`));
    await heading(page, 'With documents');
    await page.getByText('No license agreement chosen.').waitFor();
    const pdf = await page.getByRole('link', { name: 'Open the PDF' }).getAttribute('href');
    const opened = await fetch(pdf ?? '');
    expect([opened.status, opened.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const field = page.getByLabel('File from this computer');
    const choose = (name: string, content: string) =>
      field.setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content, 'latin1') });
    expect(await button(page, 'Upload and attach').getAttribute('title')).toBe('Choose a file first.');
    await choose('program.txt', '\u007fELF\u0001\u0002');
    await button(page, 'Upload and attach').click();
    await page.getByRole('alert').getByText('must be PDF').first().waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await choose('terms.txt', 'Our terms.');
    await button(page, 'Upload and attach').dblclick();
    const link = page.getByRole('link', { name: 'terms.txt' });
    await link.waitFor();
    expect(await world.call('GET', 'file?purpose=EULA')).toHaveLength(1);
    const { info } = await world.call('GET', `offer/${id}`);
    expect(info).toMatchObject({ eulaType: 'CUSTOM', eulaUrl: expect.stringMatching(/^fil_/) });
    await page.getByText('The license agreement: documents not merged yet').waitFor();
    expect(await (await fetch((await link.getAttribute('href')) ?? '')).text()).toBe('Our terms.');
    await page.getByText('API calls of this page').click();
    await page.getByText(`-F 'file=@terms.txt'`).waitFor();
    await button(page, 'Remove').click();
    await page.getByText('No license agreement chosen.').waitFor();
    await page.getByLabel('Uploaded file').selectOption('terms.txt');
    await button(page, 'Attach').click();
    await link.waitFor();
    await page.close();
  },
);

inChromium('a file that is too large is refused in words; what cannot be attached is kept', async () => {
  const { id } = await world.call('POST', 'offer', {
    partner: 'MKA',
    name: 'Published',
    info: { commits: [{ key: 'seats', rate: 1, length: 1, timeUnit: 'YEAR' }] },
  });
  await expect.poll(() => statusOf(id)).toBe('PENDING_ACCEPTANCE');
  const page = await desk.open(world.at(`/offers/${id}?tab=documents`));
  await heading(page, 'Published');
  const field = page.getByLabel('File from this computer');
  const choose = (buffer: Buffer) =>
    field.setInputFiles({ name: 'long.txt', mimeType: 'text/plain', buffer });
  await choose(Buffer.alloc(11 * 1024 * 1024, 'x'));
  await button(page, 'Upload and attach').click();
  await page.getByRole('alert').getByText('A file can have at most').first().waitFor();
  await choose(Buffer.from('Short.'));
  await button(page, 'Upload and attach').click();
  await page.getByRole('alert').getByText('MKA cannot change this field after publication').first().waitFor();
  expect(await page.getByLabel('Uploaded file').innerText()).toContain('long.txt');
  await world.call('POST', `sandbox/offer/${id}/accept`);
  await expect.poll(() => button(page, 'Upload and attach').getAttribute('title')).toMatch(/ACCEPTED/);
  await page.close();
});
