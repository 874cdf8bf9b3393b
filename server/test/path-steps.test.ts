import { expect, test } from 'vitest';
import { type Operation, operations } from './generated/operations.ts';

const writing = operations.filter(({ method }) => method !== 'GET');
const namesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
/** Returns a parameter value that is not a step of any path. */
const idOf = (name: string) => `id_${name}`;
const matches = (template: string, path: string) =>
  new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);

type Values = Readonly<Record<string, string>>;
/** Returns every replacement of one or more parameters by a path step. */
const wrongValues = (names: readonly string[]): Values[] =>
  names
    .reduce<Values[]>(
      (all, name) =>
        all.flatMap((values) => [idOf(name), '.', '..'].map((value) => ({ ...values, [name]: value }))),
      [{}],
    )
    .filter((values) => Object.values(values).some((value) => value.startsWith('.')));

/**
 * Returns whether a shortened path has an id, and no fixed step, in each parameter of the matching operation.
 */
const hasIdsOnly = (template: string, path: string) => {
  const parts = path.split('/');
  return template.split('/').every((part, index) => !part.startsWith('{') || parts[index]?.startsWith('id_'));
};

type Mistake = { sent: Operation; wrong: string; path: string; met: Operation; whole: boolean };

/** The effect of each mistake in a client that builds URLs by the WHATWG standard. */
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
 * Calls that become a different writing operation with valid parameters, and the condition that prevents
 * their effect.
 */
const known: Readonly<Record<string, string>> = {
  'deleteIntegration orgId=. partner=.. -> deleteOrganization': 'no organization has the id of a service',
  'updateIntegration orgId=. partner=.. -> updateOrganization': 'no organization has the id of a service',
  'inviteMember orgId=.. -> signUp': 'needs a password, which an invitation does not have',
  'synchronizeProduct productId=. -> importProducts':
    'needs a partner in the body, which a synchronization does not have',
  'removeContactFromBuyer contactId=.. -> deleteBuyer': 'needs `confirm` with the id of the buyer',
  'removeContactFromOffer contactId=.. -> deleteOffer': 'alternative path: unlinkContactFromOffer',
  'removeOfferFromOfferSet offerSetId=.. -> deleteOffer': 'alternative path: takeOfferOutOfOfferSet',
  'rejectEntitlementRequest entitlementRequestId=.. -> rejectEntitlement':
    'only a purchase that waits for its approval can be rejected; requests concern approved purchases',
  'applyAddonToEntitlement entitlementId=.. -> createAddon':
    'alternative path: applyAddon; `chargeOn` is refused',
};

const nameOf = ({ sent, wrong, met }: Mistake) => `${sent.operationId} ${wrong} -> ${met.operationId}`;

test('every operation that turns into another writing one by a parameter . or .. is listed, with its protection', () => {
  expect(mistakes.length).toBeGreaterThan(100);
  const exact = mistakes.filter(({ path, whole }) => !path.endsWith('/') && whole);
  expect(exact.map(nameOf).sort()).toEqual(Object.keys(known).sort());
});

test('an operation on an alternative path never turns into another writing one by such a parameter', () => {
  for (const operationId of ['unlinkContactFromOffer', 'takeOfferOutOfOfferSet', 'applyAddon']) {
    expect(operations.map((each) => each.operationId)).toContain(operationId);
    expect(mistakes.filter(({ sent, whole }) => sent.operationId === operationId && whole)).toEqual([]);
  }
});
