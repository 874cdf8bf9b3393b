import { DateTime } from 'luxon';
import { digitsOf } from '../../platform/money-and-time/coins.ts';

/** The words of an invoice in one language. */
export type Words = {
  /** As browsers know it. */
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
  amount: string;
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
  paid: string;
  refunded: string;
  toPay: string;
  bankDetails: string;
  memo: string;
  open: string;
  isPaid: string;
  dueMail: string;
  chargedMail: string;
  failedMail: string;
  paidMail: string;
  nothingMail: string;
  voidMail: string;
};

const english: Words = {
  language: 'en',
  thousands: ',',
  point: '.',
  invoice: 'Invoice',
  draft: 'Draft of an invoice',
  voided: 'void',
  number: 'Number',
  issuer: 'From',
  buyer: 'To',
  taxIds: 'Tax number',
  issued: 'Date of issue',
  due: 'To be paid until',
  period: 'Period',
  lines: 'What it is for',
  item: 'Item',
  amount: 'Amount',
  total: 'Total',
  instalment: 'Instalment',
  late: 'usage of an earlier period',
  trial: 'trial, free of charge',
  deducted: 'Paid as commit',
  subtotal: 'Subtotal',
  discount: 'Discount',
  tax: 'Tax',
  noTax: 'No tax is charged.',
  amountDue: 'Amount due',
  credited: 'Credited',
  paid: 'Paid',
  refunded: 'Paid back',
  toPay: 'To be paid',
  bankDetails: 'To be paid to',
  memo: 'Note',
  open: 'Open the invoice',
  isPaid: 'paid',
  dueMail: 'Please pay this invoice until the date below.',
  chargedMail: 'You need not do anything: the amount is charged to your means of payment on the date below.',
  failedMail:
    'We could not charge this invoice to your means of payment, and do not try again by ourselves. Please see to its payment.',
  paidMail: 'This invoice is paid. There is nothing for you to do.',
  nothingMail: 'There is nothing to pay of this invoice.',
  voidMail: 'This invoice was voided. There is nothing to pay of it.',
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
  amount: 'Betrag',
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
  paid: 'Bezahlt',
  refunded: 'Erstattet',
  toPay: 'Zu zahlen',
  bankDetails: 'Zahlbar an',
  memo: 'Hinweis',
  open: 'Rechnung öffnen',
  isPaid: 'bezahlt',
  dueMail: 'Bitte bezahlen Sie diese Rechnung bis zum unten genannten Tag.',
  chargedMail:
    'Sie müssen nichts tun: Der Betrag wird am unten genannten Tag von Ihrem Zahlungsmittel abgebucht.',
  failedMail:
    'Wir konnten diese Rechnung nicht von Ihrem Zahlungsmittel abbuchen und versuchen es nicht von selbst erneut. Bitte sorgen Sie für die Zahlung.',
  paidMail: 'Diese Rechnung ist bezahlt. Sie müssen nichts tun.',
  nothingMail: 'Von dieser Rechnung ist nichts zu zahlen.',
  voidMail: 'Diese Rechnung wurde storniert. Von ihr ist nichts zu zahlen.',
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
  amount: 'Montant',
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
  paid: 'Payé',
  refunded: 'Remboursé',
  toPay: 'Reste à payer',
  bankDetails: 'À payer à',
  memo: 'Note',
  open: 'Ouvrir la facture',
  isPaid: 'payée',
  dueMail: 'Merci de régler cette facture avant la date ci-dessous.',
  chargedMail:
    'Vous n’avez rien à faire : le montant sera prélevé sur votre moyen de paiement à la date ci-dessous.',
  failedMail:
    'Le prélèvement de cette facture sur votre moyen de paiement a échoué et ne sera pas retenté automatiquement. Merci de veiller à son règlement.',
  paidMail: 'Cette facture est payée. Vous n’avez rien à faire.',
  nothingMail: 'Il n’y a rien à payer pour cette facture.',
  voidMail: 'Cette facture a été annulée. Il n’y a rien à payer.',
};

const known: ReadonlyMap<string, Words> = new Map(
  [english, german, french].map((words) => [words.language, words]),
);

/** The words of a language, as `de` or `de-AT`; English where they are not known. */
export const wordsOf = (language: string | undefined): Words =>
  known.get((language ?? '').slice(0, 2).toLowerCase()) ?? english;

/** An amount as people write it: exact, with the coins of its currency at least, and no less than it has. */
export function amountIn(words: Words, amount: string, currency: string): string {
  const [whole = '0', part = ''] = amount.replace('-', '').split('.');
  const decimals = part.replace(/0+$/, '').padEnd(digitsOf(currency), '0');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, words.thousands);
  return `${amount.startsWith('-') ? '−' : ''}${grouped}${decimals ? words.point + decimals : ''} ${currency}`;
}

/** A day of UTC in words; undefined for what is no time. */
export function dayIn({ language }: Words, time: string | null | undefined): string | undefined {
  const at = DateTime.fromISO(time ?? '', { zone: 'utc', locale: language === 'en' ? 'en-GB' : language });
  return at.isValid ? at.toLocaleString(DateTime.DATE_FULL) : undefined;
}
