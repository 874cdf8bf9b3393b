import { expect, test } from 'vitest';
import { type Operation, operations } from './generated/operations.ts';

const writing = operations.filter(({ method }) => method !== 'GET');
const namesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
/** A value of a parameter that is none of the words in any path. */
const idOf = (name: string) => `id_${name}`;
const matches = (template: string, path: string) =>
  new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);

type Values = Readonly<Record<string, string>>;
/** Every way to have one or more of the parameters be a step of a path. */
const wrongValues = (names: readonly string[]): Values[] =>
  names
    .reduce<Values[]>(
      (all, name) =>
        all.flatMap((values) => [idOf(name), '.', '..'].map((value) => ({ ...values, [name]: value }))),
      [{}],
    )
    .filter((values) => Object.values(values).some((value) => value.startsWith('.')));

/** Whether a path that was shortened has an id wherever the operation that it meets takes one, and no word. */
const hasIdsOnly = (template: string, path: string) => {
  const parts = path.split('/');
  return template.split('/').every((part, index) => !part.startsWith('{') || parts[index]?.startsWith('id_'));
};

type Mistake = { sent: Operation; wrong: string; path: string; met: Operation; whole: boolean };

/** What a client that puts its paths together by the WHATWG URL standard makes of each mistake. */
const mistakes = writing.flatMap((sent) =>
  wrongValues(namesIn(sent.path)).flatMap((values): Mistake[] => {
    const wrong = Object.entries(values)
      .filter(([, value]) => value.startsWith('.'))
      .map((entry) => entry.join('='))
      .join(' ');
    const { pathname } = new URL(
      sent.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] as string),
      'http://127.0.0.1',
    );
    const path = pathname.replace(/\/$/, '');
    return writing
      .filter((met) => met !== sent && met.method === sent.method && matches(met.path, path))
      .map((met) => ({ sent, wrong, path: pathname, met, whole: hasIdsOnly(met.path, path) }));
  }),
);

/**
 * What becomes another writing operation, is at its path to the letter, and names what may exist: and what keeps it
 * from being done.
 */
const known: Readonly<Record<string, string>> = {
  'deleteIntegration orgId=. partner=.. -> deleteOrganization': 'no organization is named like a service',
  'updateIntegration orgId=. partner=.. -> updateOrganization': 'no organization is named like a service',
  'inviteMember orgId=.. -> signUp': 'a password, which an invitation has not',
  'synchronizeProduct productId=. -> importProducts':
    'a partner in the body, which a synchronisation has not',
  'removeContactFromBuyer contactId=.. -> deleteBuyer': '`confirm` with the id of the buyer',
  'removeContactFromOffer contactId=.. -> deleteOffer': 'another path: unlinkContactFromOffer',
  'removeOfferFromOfferSet offerSetId=.. -> deleteOffer': 'another path: takeOfferOutOfOfferSet',
  'applyAddonToEntitlement entitlementId=.. -> createAddon':
    'another path: applyAddon; `chargeOn` is refused',
};

const nameOf = ({ sent, wrong, met }: Mistake) => `${sent.operationId} ${wrong} -> ${met.operationId}`;

test('an operation that becomes another writing one by a parameter of . or .. is known, with what stops it', () => {
  expect(mistakes.length).toBeGreaterThan(100);
  const exact = mistakes.filter(({ path, whole }) => !path.endsWith('/') && whole);
  expect(exact.map(nameOf).sort()).toEqual(Object.keys(known).sort());
});

test('an operation that is another’s other path becomes no writing one by any such parameter', () => {
  for (const operationId of ['unlinkContactFromOffer', 'takeOfferOutOfOfferSet', 'applyAddon']) {
    expect(operations.map((each) => each.operationId)).toContain(operationId);
    expect(mistakes.filter(({ sent, whole }) => sent.operationId === operationId && whole)).toEqual([]);
  }
});
