import { z } from 'zod';
import { Exact } from '../platform/money-and-time/exact.ts';

/** Fields of an invoice’s party on which taxes depend. */
export type TaxedParty = {
  /** ISO 3166-1 alpha-2, in any letter case; absent if unknown. */
  country?: string | undefined;
  taxIds?: readonly string[] | undefined;
};

/** Sale to be taxed. */
export type TaxedSale = {
  seller: TaxedParty;
  buyer: TaxedParty;
  /** Language of the invoice, such as `de`; the note is in this language if available. */
  language: string;
};

/** Tax: its name on the invoice, and its rate in percent. */
export type Tax = { name: string; percent: Exact };

export type Taxes = {
  taxes: readonly Tax[];
  /** Note about taxes on the invoice; always present if no tax applies. */
  note?: string | undefined;
};

/**
 * Port that determines the taxes of an invoice. Called within a transaction: an implementation must return
 * immediately, and return equal results for equal sales. An implementation that uses an outside service must
 * fetch its rates in advance.
 */
export type TaxRates = { of: (sale: TaxedSale) => Taxes };

const aCountry = 'must be an ISO 3166-1 code of two capital letters';
const aPercent = 'must be a number from 0 to 100';
const aTax = 'must be a tax with name and percent, and no other field';
const aNote =
  'must be a text of 1 to 500 characters, or an object with a text for en and optionally for de and fr';
const aRule =
  'must be a rule with country and taxes, optionally sellerCountry, buyerHasTaxId and note, and no other field';

const country = z.string(aCountry).regex(/^[A-Z]{2}$/, aCountry);
const percent = z
  .union([z.number(), z.string().regex(/^\d+(\.\d+)?$/)], aPercent)
  .refine((value) => Number(value) >= 0 && Number(value) <= 100, aPercent)
  .transform((value) => new Exact(value));

const text = z.string().min(1).max(500);
/** One text for all invoices, or a text for each language. Languages without a text use the English text. */
const Note = z.union([text, z.strictObject({ en: text, de: text.optional(), fr: text.optional() })], aNote);
const aName = 'must be a text of 1 to 100 characters';
const taxSchema = z.strictObject({ name: z.string(aName).min(1, aName).max(100, aName), percent }, aTax);
const upToTen = 'must be a list of at most 10 taxes';

const Rule = z.strictObject(
  {
    /** Country of the buyer. */
    country,
    /** If absent, the rule applies to any country of the seller. */
    sellerCountry: country.optional(),
    /** If absent, the rule applies with or without a tax id of the buyer. */
    buyerHasTaxId: z.boolean('must be true or false').optional(),
    taxes: z.array(taxSchema, upToTen).max(10, upToTen),
    note: Note.optional(),
  },
  aRule,
);
type Rule = z.output<typeof Rule>;

/**
 * Parses the operator’s rates from JSON: a list of rules, of which the first matching rule applies. @throws
 * an error that lists the path of each fault
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

/** Built-in tax notes in one language of invoices. */
type Notes = { none: string; unknownRate: (country: string) => string; unknownCountry: string };

const english: Notes = {
  none: 'No tax is charged.',
  unknownRate: (country) => `No tax is charged: no tax rate is set for ${country}.`,
  unknownCountry: 'No tax is charged: the buyer’s country is unknown.',
};

const german: Notes = {
  none: 'Es wird keine Steuer berechnet.',
  unknownRate: (country) => `Es wird keine Steuer berechnet: Für ${country} ist kein Satz bekannt.`,
  unknownCountry: 'Es wird keine Steuer berechnet: Das Land des Käufers ist nicht bekannt.',
};

const french: Notes = {
  none: 'Aucune taxe n’est facturée.',
  unknownRate: (country) => `Aucune taxe n’est facturée : aucun taux n’est connu pour ${country}.`,
  unknownCountry: 'Aucune taxe n’est facturée : le pays de l’acheteur n’est pas connu.',
};

const known: ReadonlyMap<string, Notes> = new Map([
  ['en', english],
  ['de', german],
  ['fr', french],
]);

/** Returns the notes in a language; English for unsupported languages. */
const notesOf = (language: string): Notes => known.get(language) ?? english;
