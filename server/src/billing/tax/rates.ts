import { z } from 'zod';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { notesOf } from './notes.ts';
import type { TaxedParty, TaxedSale, TaxRates } from './port.ts';

const aCountry = 'must be an ISO 3166-1 code of two capital letters';
const aPercent = 'must be a number from 0 to 100';
const aTax = 'must be a tax with name and percent, and no other field';
const aNote =
  'must be a text of 1 to 500 characters, or such texts by language: en, and optionally de and fr';
const aRule =
  'must be a rule with country and taxes, optionally sellerCountry, buyerHasTaxId and note, and no other field';

const country = z.string(aCountry).regex(/^[A-Z]{2}$/, aCountry);
const percent = z
  .union([z.number(), z.string().regex(/^\d+(\.\d+)?$/)], aPercent)
  .refine((value) => Number(value) >= 0 && Number(value) <= 100, aPercent)
  .transform((value) => new Exact(value));

const text = z.string().min(1).max(500);
/** In one language for all invoices, or in each: English stands for those that are not given. */
const Note = z.union([text, z.strictObject({ en: text, de: text.optional(), fr: text.optional() })], aNote);
const aName = 'must be a text of 1 to 100 characters';
const Tax = z.strictObject({ name: z.string(aName).min(1, aName).max(100, aName), percent }, aTax);
const upToTen = 'must be a list of at most 10 taxes';

const Rule = z.strictObject(
  {
    /** Of the buyer. */
    country,
    /** Absent: wherever the seller is. */
    sellerCountry: country.optional(),
    /** Absent: whether the buyer has a tax id or not. */
    buyerHasTaxId: z.boolean('must be true or false').optional(),
    taxes: z.array(Tax, upToTen).max(10, upToTen),
    note: Note.optional(),
  },
  aRule,
);
type Rule = z.output<typeof Rule>;

/**
 * Reads the rates that an operator gives, as JSON: a list of rules, of which the first that fits holds.
 * @throws with the place of what is wrong
 */
export function readTaxRates(text: string | undefined): TaxRates {
  if (text === undefined) return ratesOf([]);
  const parsed = z.array(Rule, 'must be a list of rules').safeParse(jsonOf(text));
  if (parsed.success) return ratesOf(parsed.data);
  const lines = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'all'}: ${message}`);
  throw new Error(`TAX_RATES: ${lines.join('; ')}`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('TAX_RATES: must be JSON: a list of rules');
  }
}

const codeOf = ({ country: code }: TaxedParty): string => code?.trim().toUpperCase() ?? '';
const hasTaxId = ({ taxIds = [] }: TaxedParty): boolean => taxIds.some((id) => id.trim() !== '');

const ratesOf = (rules: readonly Rule[]): TaxRates => ({
  of: (sale) => {
    const rule = rules.find((one) => fits(one, sale));
    const notes = notesOf(sale.language);
    const country = codeOf(sale.buyer);
    if (!rule)
      return { taxes: [], note: isCode(country) ? notes.unknownRate(country) : notes.unknownCountry };
    const { taxes, note } = rule;
    const said = noteIn(sale.language, note) ?? (taxes.length === 0 ? notes.none : undefined);
    return said === undefined ? { taxes } : { taxes, note: said };
  },
});

const fits = (rule: Rule, { seller, buyer }: TaxedSale): boolean =>
  rule.country === codeOf(buyer) &&
  (rule.sellerCountry === undefined || rule.sellerCountry === codeOf(seller)) &&
  (rule.buyerHasTaxId === undefined || rule.buyerHasTaxId === hasTaxId(buyer));

const isCode = (code: string): boolean => /^[A-Z]{2}$/.test(code);

const noteIn = (language: string, note: Rule['note']): string | undefined =>
  typeof note === 'object' ? (note[language as keyof typeof note] ?? note.en) : note;
