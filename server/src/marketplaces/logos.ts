import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { pictureType } from '../platform/picture-type.ts';
import { marketplacePartners } from './partners.ts';

/** A logo of a marketplace. */
export type Logo = { type: string; content: Buffer };

/** The types of logos, by the extension of the file. */
const types: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
};
const fileName = new RegExp(`^(${marketplacePartners.join('|')})\\.(${Object.keys(types).join('|')})$`);

/** The largest logo in bytes. */
const largestLogo = 50_000;

/**
 * Reads the logos in the folder LOGO_DIR, by code of the marketplace. Files with other names are ignored.
 * @throws Error that begins with the variable's name and the file that is not a logo
 */
export function readMarketplaceLogos(folder: string | undefined): Readonly<Record<string, Logo>> {
  if (!folder) return {};
  const logos: Record<string, Logo> = {};
  for (const name of namesIn(folder)) {
    const [, code, extension] = fileName.exec(name) ?? [];
    if (!code || !extension) continue;
    const refuse = (problem: string) => new Error(`LOGO_DIR: ${name}: ${problem}.`);
    if (logos[code]) throw refuse(`must be the only logo of ${code}`);
    const file = path.join(folder, name);
    if (statSync(file).size > largestLogo) throw refuse(`must have at most ${largestLogo} bytes`);
    const content = readFileSync(file);
    const type = types[extension] as string;
    if (pictureType(content) !== type) throw refuse(`must contain a picture of type ${type}`);
    logos[code] = { type, content };
  }
  return logos;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    throw new Error('LOGO_DIR: must be a folder that the service can read.');
  }
}
