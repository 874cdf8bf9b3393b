/** The names of codes of the API whose letters do not say what they mean. */
const names: Readonly<Record<string, string>> = {
  API_CLIENT: 'API client',
  CHATBOT: 'Language model',
  CRM: 'CRM',
  CPPO_IN: 'Private offer through a reseller, received',
  CPPO_OUT: 'Private offer through a reseller',
  CSP_OFFER: 'Offer through a cloud solution provider',
  DEFAULT: 'Public offer',
  DIRECT: 'Direct offer',
  EULA: 'License agreement',
  FLAT_RATE: 'Flat rate',
  FREE_TRIAL: 'Free trial',
  PAYG: 'Pay as you go',
  SCMP: 'Standard contract of the marketplace',
  ECMP: 'Enterprise contract of the marketplace',
  RCMP: 'Reseller contract of the marketplace',
  SERVICE: 'Tradepost',
  SKU: 'SKU',
};

/** Returns the words for a code of the API, such as `PENDING_ACCEPTANCE`. An unknown code becomes lower case words. */
export function inWords(code: string): string {
  const text = code.replaceAll('_', ' ').toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns the name of a code from the table, by default its words. */
export const nameOf = (code: string | null | undefined): string =>
  code ? (names[code] ?? inWords(code)) : '–';

/** Splits a compound name, such as `retryOffer` or `EndOfTerm`, into words. */
export const splitWords = (name: string): string => inWords(name.replaceAll(/(?<=[a-z])([A-Z])/g, '_$1'));
