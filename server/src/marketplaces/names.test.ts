import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readMarketplaceLogos } from './logos.ts';
import { createPartnerName, readMarketplaceNames } from './names.ts';

describe('DISPLAY_NAMES', () => {
  test('names a marketplace, its region too, and leaves the names of other partners', () => {
    const nameOf = createPartnerName(readMarketplaceNames('{"MKA":" Cloud Store "}'));
    expect(['MKA', 'MKA_CHINA', 'MKB', 'CRMA', 'PAYA', 'UNKNOWN'].map(nameOf)).toEqual([
      'Cloud Store',
      'Cloud Store (China)',
      'Marketplace B',
      'CRM A',
      'Payment provider A',
      'UNKNOWN',
    ]);
    expect(readMarketplaceNames(undefined)).toEqual({});
  });

  test.each([
    ['[]', 'DISPLAY_NAMES: must be an object such as {"MKA":"Cloud Store"}.'],
    ['{"MKX":"Store"}', 'DISPLAY_NAMES: MKX: is not a marketplace; allowed: MKA to MKF.'],
    ['{"MKA":"Store","CRMA":"Desk"}', 'DISPLAY_NAMES: CRMA: is not a marketplace; allowed: MKA to MKF.'],
    ...['" "', `"${'x'.repeat(41)}"`, '"a\\nb"', '"a\\u202eb"', '7', 'null'].map((value) => [
      `{"MKA":${value}}`,
      'DISPLAY_NAMES: MKA: must be a name of 1 to 40 characters, without control characters.',
    ]),
  ])('refuses %s with the code and what is allowed', (text, message) => {
    expect(() => readMarketplaceNames(text)).toThrow(new Error(message));
  });

  test('accepts a name of 40 characters in any script', () => {
    const name = 'ス'.repeat(40);
    expect(readMarketplaceNames(JSON.stringify({ MKF: name }))).toEqual({ MKF: name });
  });
});

describe('LOGO_DIR', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'tradepost-logos-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const write = (name: string, content: Buffer) => writeFileSync(path.join(folder, name), content);
  const png = Buffer.from('89504e470d0a1a0a0000', 'hex');
  const jpeg = Buffer.from('ffd8ffe000104a464946', 'hex');

  test('reads a logo of each marketplace by its code, and ignores other files', () => {
    write('MKA.png', png);
    write('MKB.jpg', jpeg);
    write('MKC.svg', Buffer.from('<svg/>'));
    write('README.txt', Buffer.from('Logos'));
    expect(readMarketplaceLogos(folder)).toEqual({
      MKA: { type: 'image/png', content: png },
      MKB: { type: 'image/jpeg', content: jpeg },
    });
  });

  test('refuses an unreadable folder and a file that is not a small picture of its type', () => {
    const none = path.join(folder, 'none');
    expect(() => readMarketplaceLogos(none)).toThrow('LOGO_DIR: must be a folder that the service can read.');
    write('MKA.png', jpeg);
    expect(() => readMarketplaceLogos(folder)).toThrow(
      'LOGO_DIR: MKA.png: must contain a picture of type image/png.',
    );
    write('MKA.png', Buffer.concat([png, Buffer.alloc(50_000)]));
    expect(() => readMarketplaceLogos(folder)).toThrow('LOGO_DIR: MKA.png: must have at most 50000 bytes.');
    write('MKA.png', png);
    write('MKA.jpeg', jpeg);
    expect(() => readMarketplaceLogos(folder)).toThrow('LOGO_DIR: MKA.png: must be the only logo of MKA.');
  });
});
