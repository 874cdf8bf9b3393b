import { scopeName } from '../deeds.ts';
import { marketplaceName } from '../marketplaces.ts';
import { withNames } from '../names-in-text.ts';
import { nameOf, splitWords } from '../words.ts';

/** The words of field names that differ from their letters. */
const wordsOf: Readonly<Record<string, string>> = {
  mk: 'marketplace',
  crm: 'CRM',
  pay: 'payment provider',
  bill: 'billing system',
  meter: 'metering system',
  ledger: 'accounting system',
  email: 'e-mail',
  mail: 'e-mail',
  url: 'URL',
  uri: 'URI',
  id: 'ID',
  ids: 'IDs',
  eula: 'EULA',
  csv: 'CSV',
  pdf: 'PDF',
  ai: 'AI',
  api: 'API',
  iam: 'IAM',
  arn: 'ARN',
  sso: 'SSO',
  cc: 'CC',
};

/** Systems whose names end in a letter, such as `crmA`; elsewhere, `pay` and `bill` are verbs. */
const isSystem = (word: string, next: string | undefined): boolean =>
  !/^(mk|crm|pay|bill|meter|ledger)$/.test(word) || /^[A-F]$/.test(next ?? '');

/** Returns the label of a field by its name, such as “E-mail address” for `emailAddress`. */
export function labelOf(name: string): string {
  const words = name
    .replace(/^\$/, '')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_-]+/);
  const text = words
    .map((word, at) => {
      if (/^[A-Z]$/.test(word)) return word;
      const lower = word.toLowerCase();
      return (isSystem(lower, words[at + 1]) && wordsOf[lower]) || lower;
    })
    .join(' ');
  return withNames(text.charAt(0).toUpperCase() + text.slice(1));
}

/**
 * Returns the label of an option: the name of a marketplace, a code in words, or another text
 * unchanged.
 */
export function optionLabel(value: string): string {
  const partner = marketplaceName(value);
  if (partner !== value) return partner;
  if (/^[A-Z_]+\.[A-Z_]+$/.test(value)) return scopeName(value);
  if (/^[A-Z][A-Z\d]*(_[A-Z\d]+)+$|^[A-Z]{5,}$|^(DAY|HANG|YEAR)$/.test(value)) return nameOf(value);
  return /^[A-Z]?[a-z]+([A-Z][a-z]+)+$/.test(value) ? splitWords(value) : value;
}
