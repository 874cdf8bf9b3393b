import { z } from 'zod';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { notesOf } from './notes.ts';
import type { TaxedParty, TaxedSale, TaxRates } from './port.ts';

const country = z.string().regex(/^[A-Z]{2}$/, 'must be an ISO 3166-1 code of two capital letters');
const percent = z
  .union([z.number(), z.string().regex(/^\d+(\.\d+)?$/, 'must be a number')])
  .refine((value) => Number(value) >= 0 && Number(value) <= 100, 'must be between 0 and 100')
  .transform((value) => new Exact(value));

const text = z.string().min(1).max(500);
/** In one language for all invoices, or in each: English stands for those that are not given. */
const Note = z.union([text, z.strictObject({ en: text, de: text.optional(), fr: text.optional() })]);

const Rule = z.strictObject({
  /** Of the buyer. */
  country,
  /** Absent: wherever the seller is. */
  sellerCountry: country.optional(),
  /** Absent: whether the buyer has a tax id or not. */
  buyerHasTaxId: z.boolean().optional(),
  taxes: z.array(z.strictObject({ name: z.string().min(1).max(100), percent })).max(10),
  note: Note.optional(),
});
type Rule = z.output<typeof Rule>;

/**
 * Reads the rates that an operator gives, as JSON: a list of rules, of which the first that fits holds.
 * @throws with the place of what is wrong
 */
export function readTaxRates(text: string | undefined): TaxRates {
  if (text === undefined) return ratesOf([]);
  const parsed = z.array(Rule).safeParse(jsonOf(text));
  if (parsed.success) return ratesOf(parsed.data);
  const lines = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'all'}: ${message}`);
  throw new Error(`TAX_RATES: ${lines.join('; ')}`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('TAX_RATES: is no JSON');
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
