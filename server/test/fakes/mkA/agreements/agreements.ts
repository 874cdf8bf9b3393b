import type { Clock } from '../../http/clock.ts';
import { createLagging } from '../../http/lagging.ts';
import { buyersOf, type Entities, isExpired, isProduct, type Offer, termOf } from '../catalog/entities.ts';
import type { Ids } from '../ids.ts';
import { acceptedTerm, type Choice, chargesOf, grantsOf, spanOf } from './accepted-terms.ts';

export type AgreementStatus =
  | 'ACTIVE'
  | 'ARCHIVED'
  | 'CANCELLED'
  | 'EXPIRED'
  | 'RENEWED'
  | 'REPLACED'
  | 'ROLLED_BACK'
  | 'SUPERSEDED'
  | 'TERMINATED';

export type Agreement = {
  id: string;
  offer: Offer;
  productId: string;
  productKind: string;
  productCode: string;
  manufacturer: string;
  /** Customer id of the buyer for older products. */
  customerIdentifier: string | undefined;
  proposer: string;
  acceptor: string;
  status: AgreementStatus;
  intent: 'NEW' | 'RENEW' | 'REPLACE' | 'AMEND';
  /** The first agreement of the chain, and the predecessor of this agreement. */
  initialAgreementId: string;
  previousAgreementId: string | undefined;
  acceptedMs: number;
  startMs: number;
  endMs: number | undefined;
  updatedMs: number;
  value: { amount: string; currency: string };
  terms: object[];
  grants: { dimension: string; quantity: number }[];
  choice: Choice;
  licenseArn: string;
  license: 'PENDING' | 'SCHEDULED' | 'PROVISIONED' | 'DEPROVISIONED';
};

/** Receives changes to agreements and licenses, which are sent as events. */
export type AgreementNews = {
  agreement: Agreement;
  what: 'CREATED' | 'AMENDED' | 'ENDED' | 'LICENSE_UPDATED' | 'LICENSE_DEPROVISIONED';
};

type Parts = {
  entities: Entities;
  clock: Clock;
  ids: Ids;
  onNews: (news: AgreementNews) => void;
};

/** Returns the constant part of a license's resource name. */
export const licenceOf = (arn: string): string => /l-[0-9a-f]+/i.exec(arn)?.[0].toLowerCase() ?? arn;

/** Returns the customer id of an account, which is the same for every product. */
export const customerIdentifierOf = (account: string): string => `customer${account}`;

/** Time after the end of an agreement during which usage of its license can still be reported. */
const licenceLeftMs = 3_600_000;

/** Simulates the agreements of all accounts, and the buyers' actions on agreements. */
export function createAgreements(parts: Parts) {
  const { entities, clock, ids, onNews } = parts;
  const { kept, byLicence, save, begin, end, renew, license, asOf } = createLife(parts);
  const require = (id: string): Agreement => {
    const agreement = kept.get(id);
    if (!agreement) throw new Error(`There is no agreement ${id}.`);
    return agreement;
  };
  return {
    find: (id: string) => kept.get(id),
    ofLicence: (arn: string) => byLicence.get(licenceOf(arn)),
    all: () => [...kept.values()],
    asOf,
    end: (id: string, status: AgreementStatus = 'CANCELLED') => end(require(id), status),
    /** Accepts a private offer or purchases a public offer, as a buyer. */
    accept: (offerId: string, acceptor: string, choice: Choice = {}): Agreement => {
      const offer = entities.find(offerId);
      if (offer?.kind !== 'Offer') throw new Error(`There is no offer ${offerId}.`);
      requireOpen(offer, acceptor, clock.now());
      const replaced = offer.agreementId === undefined ? undefined : require(offer.agreementId);
      const made = make(parts, structuredClone(offer), acceptor, choice, clock.now());
      if (!replaced) return begin(made);
      end(replaced, 'REPLACED');
      return begin({ ...made, intent: 'REPLACE', ...following(replaced) });
    },
    /** Renews the agreement immediately instead of at its end. */
    renew: (id: string) => renew(require(id)),
    /** Changes quantities or automatic renewal, as the buyer. */
    amend: (id: string, choice: Choice) => {
      const agreement = require(id);
      const { offer } = agreement;
      const chosen = { ...agreement.choice, ...choice };
      save(agreement, {
        intent: 'AMEND',
        choice: chosen,
        grants: grantsOf(offer, chosen),
        value: chargesOf(offer, chosen),
        terms: offer.terms.map((term) => acceptedTerm(term, ids.term(), offer, chosen)),
      });
      onNews({ agreement, what: 'AMENDED' });
      license(agreement);
      return agreement;
    },
  };
}

/** Updates agreements and licenses as time passes. */
function createLife(parts: Parts) {
  const { clock, onNews } = parts;
  const kept = new Map<string, Agreement>();
  const byLicence = new Map<string, Agreement>();
  const shown = createLagging<Agreement>();
  const save = (agreement: Agreement, changes: Partial<Agreement> = {}) => {
    Object.assign(agreement, changes, { updatedMs: clock.now() });
    kept.set(agreement.id, agreement);
    byLicence.set(licenceOf(agreement.licenseArn), agreement);
    shown.put(agreement.id, clock.now(), { ...agreement });
  };
  const license = (agreement: Agreement) => {
    if (agreement.status !== 'ACTIVE') return;
    if (agreement.startMs > clock.now()) {
      save(agreement, { license: 'SCHEDULED' });
      clock.schedule('LIFE', agreement.startMs, () => license(agreement));
      return;
    }
    save(agreement, { license: 'PROVISIONED' });
    onNews({ agreement, what: 'LICENSE_UPDATED' });
  };
  const end = (agreement: Agreement, status: AgreementStatus) => {
    const isFollowed = status === 'RENEWED' || status === 'REPLACED';
    save(agreement, { status, endMs: clock.now() });
    if (!isFollowed) onNews({ agreement, what: 'ENDED' });
    clock.schedule('LIFE', clock.now() + licenceLeftMs, () => {
      save(agreement, { license: 'DEPROVISIONED' });
      onNews({ agreement, what: 'LICENSE_DEPROVISIONED' });
    });
  };
  const begin = (agreement: Agreement) => {
    save(agreement);
    onNews({ agreement, what: 'CREATED' });
    license(agreement);
    if (agreement.endMs !== undefined) clock.schedule('LIFE', agreement.endMs, () => reachEnd(agreement));
    return agreement;
  };
  const reachEnd = (agreement: Agreement) => {
    const { status, endMs } = agreement;
    if (status !== 'ACTIVE' || endMs === undefined || endMs > clock.now()) return;
    if (renewsByItself(agreement)) renew(agreement);
    else end(agreement, 'EXPIRED');
  };
  const renew = (agreement: Agreement) => {
    end(agreement, 'RENEWED');
    const made = make(parts, agreement.offer, agreement.acceptor, agreement.choice, clock.now());
    return begin({ ...made, intent: 'RENEW', ...following(agreement) });
  };
  return { kept, byLicence, save, begin, end, renew, license, asOf: shown.asOf };
}

export type Agreements = ReturnType<typeof createAgreements>;

const following = ({ id, initialAgreementId }: Agreement) => ({
  previousAgreementId: id,
  initialAgreementId,
});

export const renewsByItself = ({ offer, choice }: Agreement): boolean =>
  termOf(offer.terms, 'RenewalTerm') !== undefined && choice.autoRenew !== false;

function requireOpen(offer: Offer, acceptor: string, nowMs: number): void {
  const buyers = buyersOf(offer);
  if (offer.state !== 'Released') throw new Error(`The offer ${offer.id} is not released.`);
  if (isExpired(offer, nowMs)) throw new Error(`The offer ${offer.id} is over.`);
  if (buyers.length > 0 && !buyers.includes(acceptor))
    throw new Error(`The offer ${offer.id} is not for ${acceptor}.`);
}

function make(
  { entities, ids }: Pick<Parts, 'entities' | 'ids'>,
  offer: Offer,
  acceptor: string,
  choice: Choice,
  nowMs: number,
): Agreement {
  const product = entities.find(offer.productId);
  if (!isProduct(product)) throw new Error(`There is no product ${offer.productId}.`);
  const id = ids.agreement();
  return {
    id,
    offer,
    productId: product.id,
    productKind: product.kind,
    productCode: product.productCode,
    manufacturer: product.owner,
    customerIdentifier: product.isOlder ? customerIdentifierOf(acceptor) : undefined,
    proposer: offer.owner,
    acceptor,
    status: 'ACTIVE',
    intent: 'NEW',
    initialAgreementId: id,
    previousAgreementId: undefined,
    acceptedMs: nowMs,
    ...spanOf(offer, choice, nowMs),
    updatedMs: nowMs,
    value: chargesOf(offer, choice),
    terms: offer.terms.map((term) => acceptedTerm(term, ids.term(), offer, choice)),
    grants: grantsOf(offer, choice),
    choice,
    licenseArn: `arn:aws:license-manager::294406891311:license:l-${ids.hex(32)}`,
    license: 'PENDING',
  };
}
