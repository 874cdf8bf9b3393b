import { DateTime } from 'luxon';
import { digitsOf } from '../../platform/money-and-time/coins.ts';
import { type feeNames, generatedTexts } from '../invoices/index.ts';

/** Words of an invoice in one language. */
export type Words = {
  /** Language tag for HTML, such as `de`. */
  language: string;
  thousands: string;
  point: string;
  invoice: string;
  draft: string;
  voided: string;
  number: string;
  issuer: string;
  buyer: string;
  taxIds: string;
  issued: string;
  due: string;
  period: string;
  lines: string;
  item: string;
  /** A line without a name. */
  usage: string;
  quantity: string;
  price: string;
  amount: string;
  /** Names of the prices that a line is calculated with. */
  fees: Readonly<Record<keyof typeof feeNames, string>>;
  minimum: string;
  total: string;
  instalment: string;
  late: string;
  trial: string;
  deducted: string;
  subtotal: string;
  discount: string;
  tax: string;
  noTax: string;
  amountDue: string;
  credited: string;
  creditNote: string;
  creditIssued: string;
  ofInvoice: string;
  net: string;
  amountCredited: string;
  creditMail: string;
  openCreditNote: string;
  paid: string;
  refunded: string;
  toPay: string;
  /** The amount on which a tax is charged, `{amount}`. */
  taxedAmount: string;
  terms: string;
  /** Terms of payment with `{day}`, and with `{days}` after the issue. */
  payBy: string;
  payWithin: string;
  /** Asks to state `{title}` with the payment. */
  reference: string;
  bankDetails: string;
  memo: string;
  /** Page number, with `{page}` and `{pages}`. */
  page: string;
  /** Translations of the texts that the service writes on invoices. */
  generated: Readonly<Record<keyof typeof generatedTexts, string>>;
  open: string;
  isPaid: string;
  paidInFull: string;
  nothingDue: string;
  voidDue: string;
  dueMail: string;
  chargedMail: string;
  failedMail: string;
  paidMail: string;
  nothingMail: string;
  voidMail: string;
  /** Why the contact gets the mail. */
  whyMail: string;
};

const english: Words = {
  language: 'en',
  thousands: ',',
  point: '.',
  invoice: 'Invoice',
  draft: 'Draft invoice',
  voided: 'void',
  number: 'Number',
  issuer: 'From',
  buyer: 'To',
  taxIds: 'Tax number',
  issued: 'Date of issue',
  due: 'Due date',
  period: 'Period',
  lines: 'Items',
  item: 'Item',
  usage: 'Usage',
  quantity: 'Quantity',
  price: 'Unit price',
  amount: 'Amount',
  fees: { UNITS: 'Units', PACKAGES: 'Packages', BASIS_POINTS: 'Percentage', FLAT_FEE: 'Flat fee' },
  minimum: 'Minimum amount',
  total: 'Total',
  instalment: 'Instalment',
  late: 'usage of an earlier period',
  trial: 'trial, free of charge',
  deducted: 'Covered by commit',
  subtotal: 'Subtotal',
  discount: 'Discount',
  tax: 'Tax',
  noTax: 'No tax is charged.',
  amountDue: 'Amount due',
  credited: 'Credited',
  creditNote: 'Credit note',
  creditIssued: 'Date of issue',
  ofInvoice: 'For invoice',
  net: 'Net amount',
  amountCredited: 'Amount credited',
  creditMail: 'We have credited the following amount. No action is required.',
  openCreditNote: 'Open the credit note',
  paid: 'Paid',
  refunded: 'Refunded',
  toPay: 'To pay',
  taxedAmount: 'on {amount}',
  terms: 'Payment terms',
  payBy: 'Payable by {day}.',
  payWithin: 'Payable within {days} days of the date of issue, by {day}.',
  reference: 'Please state “{title}” with the payment.',
  bankDetails: 'Payment details',
  memo: 'Note',
  page: 'Page {page} of {pages}',
  generated: generatedTexts,
  open: 'Open the invoice',
  isPaid: 'paid',
  paidInFull: 'Paid in full',
  nothingDue: 'No payment due',
  voidDue: 'Void: no payment due',
  dueMail: 'Please pay this invoice by the date below.',
  chargedMail: 'No action is required: your payment method will be charged on the date below.',
  failedMail:
    'We could not charge your payment method for this invoice, and it will not be retried automatically. Please arrange the payment.',
  paidMail: 'This invoice is paid. No action is required.',
  nothingMail: 'No payment is due for this invoice.',
  voidMail: 'This invoice was voided. No payment is due.',
  whyMail: 'You receive this mail because {name} has your address as a contact for invoices.',
};

const german: Words = {
  language: 'de',
  thousands: '.',
  point: ',',
  invoice: 'Rechnung',
  draft: 'Rechnungsentwurf',
  voided: 'storniert',
  number: 'Nummer',
  issuer: 'Von',
  buyer: 'An',
  taxIds: 'Steuernummer',
  issued: 'Rechnungsdatum',
  due: 'Zahlbar bis',
  period: 'Zeitraum',
  lines: 'Leistungen',
  item: 'Leistung',
  usage: 'Nutzung',
  quantity: 'Menge',
  price: 'Einzelpreis',
  amount: 'Betrag',
  fees: { UNITS: 'Einheiten', PACKAGES: 'Pakete', BASIS_POINTS: 'Prozentsatz', FLAT_FEE: 'Pauschale' },
  minimum: 'Mindestbetrag',
  total: 'Summe',
  instalment: 'Rate',
  late: 'Nutzung eines früheren Zeitraums',
  trial: 'Testphase, kostenlos',
  deducted: 'Als Grundbetrag bezahlt',
  subtotal: 'Zwischensumme',
  discount: 'Rabatt',
  tax: 'Steuer',
  noTax: 'Es wird keine Steuer berechnet.',
  amountDue: 'Rechnungsbetrag',
  credited: 'Gutgeschrieben',
  creditNote: 'Gutschrift',
  creditIssued: 'Ausstellungsdatum',
  ofInvoice: 'Zu Rechnung',
  net: 'Nettobetrag',
  amountCredited: 'Gutgeschriebener Betrag',
  creditMail: 'Wir haben Ihnen den folgenden Betrag gutgeschrieben. Sie müssen nichts tun.',
  openCreditNote: 'Gutschrift öffnen',
  paid: 'Bezahlt',
  refunded: 'Erstattet',
  toPay: 'Zu zahlen',
  taxedAmount: 'auf {amount}',
  terms: 'Zahlungsbedingungen',
  payBy: 'Zahlbar bis {day}.',
  payWithin: 'Zahlbar innerhalb von {days} Tagen nach dem Rechnungsdatum, bis {day}.',
  reference: 'Bitte geben Sie bei der Zahlung „{title}“ an.',
  bankDetails: 'Zahlbar an',
  memo: 'Hinweis',
  page: 'Seite {page} von {pages}',
  generated: {
    drawnCommit: 'Durch Nutzung verbrauchter Grundbetrag',
    drawnBefore: 'Zuvor durch Nutzung verbrauchter Grundbetrag',
    consumedInstalments: 'Durch Nutzung verbrauchter Teil späterer Raten',
    creditedBefore: 'Zuvor gutgeschrieben',
    shareOfTime: 'anteilig für den Zeitraum',
    usageCheaper: 'Durch später gemeldete Nutzung kostet der Zeitraum weniger.',
    timeCut: 'Der berechnete Zeitraum wurde durch eine Änderung oder Beendigung verkürzt.',
  },
  open: 'Rechnung öffnen',
  isPaid: 'bezahlt',
  paidInFull: 'Vollständig bezahlt',
  nothingDue: 'Nichts zu zahlen',
  voidDue: 'Storniert: nichts zu zahlen',
  dueMail: 'Bitte bezahlen Sie diese Rechnung bis zum unten genannten Tag.',
  chargedMail:
    'Sie müssen nichts tun: Der Betrag wird am unten genannten Tag von Ihrem Zahlungsmittel abgebucht.',
  failedMail:
    'Wir konnten diese Rechnung nicht von Ihrem Zahlungsmittel abbuchen und versuchen es nicht von selbst erneut. Bitte sorgen Sie für die Zahlung.',
  paidMail: 'Diese Rechnung ist bezahlt. Sie müssen nichts tun.',
  nothingMail: 'Von dieser Rechnung ist nichts zu zahlen.',
  voidMail: 'Diese Rechnung wurde storniert. Von ihr ist nichts zu zahlen.',
  whyMail: 'Sie erhalten diese E-Mail, weil {name} Ihre Adresse als Kontakt für Rechnungen führt.',
};

const french: Words = {
  language: 'fr',
  thousands: '\u202f',
  point: ',',
  invoice: 'Facture',
  draft: 'Projet de facture',
  voided: 'annulée',
  number: 'Numéro',
  issuer: 'De',
  buyer: 'À',
  taxIds: 'Numéro fiscal',
  issued: 'Date de facturation',
  due: 'À payer avant le',
  period: 'Période',
  lines: 'Prestations',
  item: 'Prestation',
  usage: 'Usage',
  quantity: 'Quantité',
  price: 'Prix unitaire',
  amount: 'Montant',
  fees: { UNITS: 'Unités', PACKAGES: 'Lots', BASIS_POINTS: 'Pourcentage', FLAT_FEE: 'Forfait' },
  minimum: 'Montant minimum',
  total: 'Total',
  instalment: 'Échéance',
  late: 'usage d’une période antérieure',
  trial: 'essai gratuit',
  deducted: 'Payé comme engagement',
  subtotal: 'Sous-total',
  discount: 'Remise',
  tax: 'Taxe',
  noTax: 'Aucune taxe n’est facturée.',
  amountDue: 'Montant dû',
  credited: 'Avoirs',
  creditNote: 'Avoir',
  creditIssued: 'Date d’émission',
  ofInvoice: 'Sur la facture',
  net: 'Montant hors taxes',
  amountCredited: 'Montant crédité',
  creditMail: 'Nous vous avons crédité le montant ci-dessous. Vous n’avez rien à faire.',
  openCreditNote: 'Ouvrir l’avoir',
  paid: 'Payé',
  refunded: 'Remboursé',
  toPay: 'Reste à payer',
  taxedAmount: 'sur {amount}',
  terms: 'Conditions de paiement',
  payBy: 'À payer avant le {day}.',
  payWithin: 'À payer dans les {days} jours suivant la date de facturation, avant le {day}.',
  reference: 'Merci d’indiquer « {title} » lors du paiement.',
  bankDetails: 'À payer à',
  memo: 'Note',
  page: 'Page {page} sur {pages}',
  generated: {
    drawnCommit: 'Engagement consommé par l’usage',
    drawnBefore: 'Engagement déjà consommé par l’usage',
    consumedInstalments: 'Part des échéances ultérieures consommée par l’usage',
    creditedBefore: 'Crédité auparavant',
    shareOfTime: 'au prorata de la période',
    usageCheaper: 'L’usage déclaré plus tard réduit le prix de la période.',
    timeCut: 'La période facturée a été écourtée par une modification ou une résiliation.',
  },
  open: 'Ouvrir la facture',
  isPaid: 'payée',
  paidInFull: 'Entièrement payée',
  nothingDue: 'Rien à payer',
  voidDue: 'Annulée : rien à payer',
  dueMail: 'Merci de régler cette facture avant la date ci-dessous.',
  chargedMail:
    'Vous n’avez rien à faire : le montant sera prélevé sur votre moyen de paiement à la date ci-dessous.',
  failedMail:
    'Le prélèvement de cette facture sur votre moyen de paiement a échoué et ne sera pas retenté automatiquement. Merci de veiller à son règlement.',
  paidMail: 'Cette facture est payée. Vous n’avez rien à faire.',
  nothingMail: 'Il n’y a rien à payer pour cette facture.',
  voidMail: 'Cette facture a été annulée. Il n’y a rien à payer.',
  whyMail:
    'Vous recevez cet e-mail parce que {name} a enregistré votre adresse comme contact pour les factures.',
};

const known: ReadonlyMap<string, Words> = new Map(
  [english, german, french].map((words) => [words.language, words]),
);

/** Returns the words of a language, such as `de` or `de-AT`; English for unsupported languages. */
export const wordsOf = (language: string | undefined): Words =>
  known.get((language ?? '').slice(0, 2).toLowerCase()) ?? english;

/**
 * Translates a text that the service wrote, or a text that ends with such a text. Texts of the seller stay
 * unchanged.
 */
export function generatedIn({ generated }: Words, text: string): string {
  for (const [name, known] of Object.entries(generatedTexts))
    if (text === known || text.endsWith(`, ${known}`))
      return text.slice(0, -known.length) + generated[name as keyof typeof generatedTexts];
  return text;
}

/** Formats an amount exactly: all its decimals, and at least as many as the currency has. */
export const amountIn = (words: Words, amount: string, currency: string): string =>
  `${numberIn(words, amount, currency)} ${currency}`;

/** Formats a number exactly: all its decimals, and at least as many as the currency has, if given. */
export function numberIn(words: Words, number: string, currency?: string): string {
  const [whole = '0', part = ''] = number.replace('-', '').split('.');
  const decimals = part.replace(/0+$/, '').padEnd(currency === undefined ? 0 : digitsOf(currency), '0');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, words.thousands);
  return `${number.startsWith('-') ? '−' : ''}${grouped}${decimals ? words.point + decimals : ''}`;
}

const localeOf = ({ language }: Words): string => (language === 'en' ? 'en-GB' : language);

/** Formats the UTC day of a time in words; undefined for an invalid time. */
export function dayIn(words: Words, time: string | null | undefined): string | undefined {
  const at = DateTime.fromISO(time ?? '', { zone: 'utc', locale: localeOf(words) });
  return at.isValid ? at.toLocaleString(DateTime.DATE_FULL) : undefined;
}

type Time = string | undefined;

/** Formats a period as days. The last day is the day before the period’s end. */
export function periodIn(words: Words, start: Time, end: Time): string | undefined {
  const [first, last] = [dayIn(words, start), dayIn(words, lastDayOf(end))];
  return first && last && first !== last ? `${first} – ${last}` : first;
}

const lastDayOf = (end: Time): Time => {
  const moment = Date.parse(end ?? '');
  return Number.isNaN(moment) ? undefined : new Date(moment - 1).toISOString();
};

const shortPeriods = new Map<string, Intl.DateTimeFormat>();

/** Formats a period for a narrow column, such as `1–31 Jan 2027`. */
export function shortPeriodIn(words: Words, start: Time, end: Time): string | undefined {
  const locale = localeOf(words);
  const format =
    shortPeriods.get(locale) ?? new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  shortPeriods.set(locale, format);
  const first = Date.parse(start ?? '');
  const last = Date.parse(lastDayOf(end) ?? '');
  if (Number.isNaN(first)) return undefined;
  return last > first ? format.formatRange(first, last) : format.format(first);
}
