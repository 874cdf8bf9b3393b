/** The groups of the document in the order of use, and what each is for. */
const texts: Readonly<Record<string, string>> = {
  Authentication:
    'Tokens for programs and people. A program exchanges its client id and secret for an access token that is good for a ' +
    'short time, and asks for another when that has ended. People sign up, confirm their address and sign in here.',
  Organization:
    'Organizations, their members, roles, integrations and configuration. All records belong to one organization; its id ' +
    'is in the path of almost every operation. Organizations of the environment TEST sell at marketplaces that are played.',
  API: 'Programs that may call: each is an OAuth client with a role. A secret is answered once, and is replaced with a time in which both are good.',
  Product:
    'What is sold, and its listings on marketplaces. A product is drafted, published, and read again from its marketplace.',
  Buyer:
    'Companies that buy. Those that come from marketplaces appear by themselves; two records of one company can be merged.',
  Contact:
    'People at buyers, who get offers and notices. A contact belongs to any number of buyers and offers.',
  Offer:
    'Private offers, from the draft to the acceptance. An offer is checked, approved where that is asked for, created at ' +
    'its marketplace by a job, and accepted by its buyer there; a direct sale is accepted here.',
  OfferSet: 'Several offers that one buyer is to accept together; marketplace A.',
  Entitlement:
    'What was bought: states, terms, seats, plans, credit and cancellation. An entitlement begins when an offer is accepted ' +
    'or something is ordered at a marketplace; each of its terms says what was committed to for a time.',
  Billing: 'Templates of addons: amounts that are charged beside what was agreed.',
  Metering: 'How usage is counted and told to marketplaces.',
  Cosell: 'How records of sales are shared with marketplaces and CRMs, and which field fills which.',
  Notification:
    'Events and how they are told: webhooks, e-mails, and a feed to be followed. Each delivery is signed, repeated until it ' +
    'is taken, and can be looked up and sent again.',
  Operation: 'Work that goes on after an answer: what it is about, how far it has come, and what went wrong.',
  Auditing:
    'Who did what and when, with the record before and after. Entries are chained, so that none can be changed unseen.',
  Sandbox:
    'Marketplaces that are played for organizations of the environment TEST: buyers that accept and order, a clock that can ' +
    'be advanced, and faults that can be made to happen.',
  Marketplaces: 'What marketplaces tell. Each message proves its sender; nobody else has a use for it.',
  System: 'Whether the program serves, and which one it is: for those who run it.',
};

/** The groups that operations have, in the order in which somebody who begins needs them; unknown ones come last. */
export function groupsOf(names: readonly string[]): { name: string; description: string }[] {
  const known = Object.keys(texts);
  const place = (name: string) => (known.includes(name) ? known.indexOf(name) : known.length);
  return [...new Set(names)]
    .sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1))
    .map((name) => ({ name, description: texts[name] ?? `Operations of the group ${name}` }));
}
