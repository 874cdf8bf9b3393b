import { invalid } from '../errors.ts';
import type { Entitlement } from './records.ts';

type Test = (one: Entitlement) => boolean;
type Attribute = { read: (one: Entitlement) => readonly string[]; isRepeated?: boolean };

const last = (name = ''): string => name.split('/').at(-1) ?? '';
const stateOf = (text: string) => text.toUpperCase().replace(/^ENTITLEMENT_/, '');
const one = (value: string | undefined) => (value === undefined ? [] : [value]);
const pendingPlan: Attribute = { read: ({ change }) => one(change?.plan) };

/** The attributes that a filter may name. */
const attributes: Readonly<Record<string, Attribute>> = {
  account: { read: ({ account }) => [account.id] },
  customer_billing_account: { read: ({ account }) => [account.billingAccount] },
  product_external_name: { read: ({ product }) => [product.externalName] },
  quote_external_name: { read: ({ quote }) => one(quote) },
  offer: { read: ({ offer }) => one(offer.name) },
  new_pending_offer: { read: ({ change }) => one(change?.offer.name) },
  plan: { read: ({ plan }) => [plan] },
  newPendingPlan: pendingPlan,
  new_pending_plan: pendingPlan,
  state: { read: ({ state }) => [state] },
  services: { read: ({ product }) => [product.serviceName] },
  'consumers.project': { read: ({ consumers }) => consumers, isRepeated: true },
  'change_history.new_offer': {
    read: ({ offers, offer }) => [...offers, ...one(offer.name)],
    isRepeated: true,
  },
};

type Token = { kind: 'WORD' | 'QUOTED' | 'OPERATOR' | 'OPEN' | 'CLOSE'; text: string };
const pattern = /\s*(?:"((?:[^"\\]|\\.)*)"|(!=|=|:)|([()])|([\w./-]+))/y;
const wrong = (message: string) => invalid('filter', message);

function tokensOf(text: string): Token[] {
  const found: Token[] = [];
  const end = text.trimEnd().length;
  pattern.lastIndex = 0;
  while (pattern.lastIndex < end) {
    const at = pattern.lastIndex;
    const [, quoted, operator, bracket, word] = pattern.exec(text) ?? [];
    if (quoted !== undefined) found.push({ kind: 'QUOTED', text: quoted.replace(/\\(.)/g, '$1') });
    else if (operator !== undefined) found.push({ kind: 'OPERATOR', text: operator });
    else if (bracket !== undefined) found.push({ kind: bracket === '(' ? 'OPEN' : 'CLOSE', text: bracket });
    else if (word !== undefined) found.push({ kind: 'WORD', text: word });
    else throw wrong(`Invalid at character ${at + 1}. Values with special characters must be quoted.`);
  }
  return found;
}

/** Reads a filter of the list of entitlements: comparisons with AND, OR, NOT and parentheses. */
export function readFilter(text: string): Test {
  const tokens = tokensOf(text);
  let at = 0;
  const isWord = (word: string) => tokens[at]?.kind === 'WORD' && tokens[at]?.text === word;
  const next = (): Token => {
    const token = tokens[at];
    if (!token) throw wrong('Ends too early.');
    at += 1;
    return token;
  };
  const readOne = (): Test => {
    if (isWord('NOT')) {
      at += 1;
      const test = readOne();
      return (entitlement) => !test(entitlement);
    }
    const first = next();
    if (first.kind === 'OPEN') {
      const test = readAll();
      if (next().kind !== 'CLOSE') throw wrong('A parenthesis is missing.');
      return test;
    }
    return comparison(first, next(), next());
  };
  const readAll = (): Test => {
    const tests = [readOne()];
    let connective: string | undefined;
    while (at < tokens.length && tokens[at]?.kind !== 'CLOSE') {
      const found = isWord('AND') || isWord('OR') ? next().text : 'AND';
      // Whether AND or OR binds more tightly is not published.
      if (connective !== undefined && connective !== found) throw wrong('AND and OR need parentheses.');
      connective = found;
      tests.push(readOne());
    }
    return connective === 'OR'
      ? (entitlement) => tests.some((test) => test(entitlement))
      : (entitlement) => tests.every((test) => test(entitlement));
  };
  const test = readAll();
  if (at < tokens.length) throw wrong('A parenthesis is missing.');
  return test;
}

function comparison(name: Token, operator: Token, value: Token): Test {
  const attribute = name.kind === 'WORD' ? attributes[name.text] : undefined;
  if (!attribute)
    throw wrong(`Unknown attribute ${name.text}. Attributes: ${Object.keys(attributes).join(', ')}`);
  if (operator.kind !== 'OPERATOR' || !['WORD', 'QUOTED'].includes(value.kind))
    throw wrong('Expected a comparison, such as state=active.');
  if ((operator.text === ':') !== (attribute.isRepeated ?? false))
    throw wrong(`${name.text} does not support the operator ${operator.text}.`);
  const wanted =
    name.text === 'state' ? stateOf(value.text) : name.text === 'account' ? last(value.text) : value.text;
  const isMet: Test = (entitlement) => attribute.read(entitlement).includes(wanted);
  return operator.text === '!=' ? (entitlement) => !isMet(entitlement) : isMet;
}
