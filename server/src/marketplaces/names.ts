import { z } from 'zod';
import { isMarketplace, marketplaceCodes } from './partners.ts';

/** The kinds of partners, by the beginning of the partner code. The rest of the code is the partner's letter. */
const kinds: Readonly<Record<string, string>> = {
  MK: 'Marketplace',
  PAY: 'Payment provider',
  BILL: 'Billing system',
  METER: 'Metering system',
  LEDGER: 'Accounting system',
  CRM: 'CRM',
  VENDOR: 'Vendor',
};

/** The display names of marketplaces that the operator has configured, by code. */
export type MarketplaceNames = Readonly<Record<string, string>>;

const longestName = 40;
const Name = z
  .string()
  .trim()
  .min(1)
  .max(longestName)
  .regex(/^[^\p{Cc}\p{Cf}]*$/u);

/**
 * Reads DISPLAY_NAMES: an object with a name for some of the marketplaces.
 * @throws Error that begins with the variable's name and the code of the invalid name
 */
export function readMarketplaceNames(text: string | undefined): MarketplaceNames {
  const given: unknown = JSON.parse(text ?? '{}');
  if (given === null || typeof given !== 'object' || Array.isArray(given))
    throw new Error('DISPLAY_NAMES: must be an object such as {"MKA":"Cloud Store"}.');
  return Object.fromEntries(
    Object.entries(given).map(([code, value]) => {
      if (!isMarketplace(code))
        throw new Error(`DISPLAY_NAMES: ${code}: is not a marketplace; allowed: ${marketplaceCodes}.`);
      const name = Name.safeParse(value);
      if (name.success) return [code, name.data];
      throw new Error(
        `DISPLAY_NAMES: ${code}: must be a name of 1 to ${longestName} characters, without control characters.`,
      );
    }),
  );
}

/** Returns the name of a partner for people. The code of an unknown partner is returned unchanged. */
export type PartnerName = (code: string) => string;

/** Creates the function that names partners: `Marketplace A` for MKA, unless the operator has configured another name. */
export const createPartnerName =
  (names: MarketplaceNames): PartnerName =>
  (code) => {
    const [, kind, letter, region] = /^([A-Z]+)([A-Z])(?:_([A-Z]+))?$/.exec(code) ?? [];
    const word = kinds[kind ?? ''];
    if (!word) return code;
    const place = region ? ` (${region.charAt(0)}${region.slice(1).toLowerCase()})` : '';
    return `${names[`${kind}${letter}`] ?? `${word} ${letter}`}${place}`;
  };

/** Names partners as if the operator had configured no names. */
export const partnerName = createPartnerName({});
