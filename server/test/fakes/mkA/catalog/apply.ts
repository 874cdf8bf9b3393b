import { type CheckedChange, reference } from './change-requests.ts';
import { isProduct } from './entities.ts';
import { changeOffer, createOffer, creates, type Details, type Outcome } from './offer-changes.ts';
import { changeProduct, type ProductDetails } from './product-changes.ts';
import { changeResale, createResaleAuthorization, type ResaleDetails } from './resale-changes.ts';
import { changeOfferSet, createOfferSet, type SetDetails } from './set-changes.ts';
import { type Refusal, refuse, type Staging } from './staging.ts';

/**
 * Returns the rank of a change type. Entities are created first and released last, regardless of their order
 * in the set.
 */
const rankOf = (changeType: string): number => {
  if (creates(changeType)) return changeType === 'CreateOfferSet' ? 0 : 1;
  return (
    { ReleaseOffer: 3, ReleaseResaleAuthorization: 3, AssociateOffers: 4, ReleaseOfferSet: 5 }[changeType] ??
    2
  );
};

/** Applies all changes of a set to a staging copy, and returns the result or the errors of each change. */
export function applyChanges(changes: readonly CheckedChange[], staging: Staging): Outcome[] {
  const outcomes: Outcome[] = changes.map(() => ({ refusals: [] }));
  const made = new Map<string, string>();
  const said = new Set<string>();
  /**
   * The errors of a change are not repeated for later changes, because the release validates all data again.
   */
  const isNew = ({ code, message }: Refusal) => {
    const isFirst = !said.has(`${code} ${message}`);
    said.add(`${code} ${message}`);
    return isFirst;
  };
  const resolve = <T>(value: T): T => {
    if (typeof value === 'string') {
      const [, name] = reference.exec(value) ?? [];
      return name === undefined ? value : ((made.get(name) ?? value) as T);
    }
    if (Array.isArray(value)) return value.map(resolve) as T;
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, resolve(member)])) as T;
  };
  const order = changes
    .map((change, index) => ({ change, index }))
    .sort(
      (a, b) => rankOf(a.change.input.ChangeType) - rankOf(b.change.input.ChangeType) || a.index - b.index,
    );
  for (const { change, index } of order) {
    const { input } = change;
    const outcome = applyChange(
      input.ChangeType,
      input.Entity.Type,
      resolve(input.Entity.Identifier),
      resolve(change.details),
      staging,
    );
    if (input.ChangeName !== undefined && outcome.id !== undefined) made.set(input.ChangeName, outcome.id);
    outcomes[index] = { ...outcome, refusals: outcome.refusals.filter(isNew) };
  }
  return outcomes;
}

function applyChange(
  type: string,
  kind: string,
  id: string | undefined,
  details: object,
  staging: Staging,
): Outcome {
  if (creates(type)) {
    if (kind === 'Offer@1.0') return createOffer(type, details as Details, staging);
    if (kind === 'OfferSet@1.0') return createOfferSet(details as SetDetails, staging);
    return createResaleAuthorization(details as ResaleDetails, staging);
  }
  const entity = id === undefined ? undefined : staging.find(id);
  if (!entity || entity.owner !== staging.owner) return { refusals: unresolved(id) };
  if (entity.kind === 'Offer') return changeOffer(type, details as Details, entity, staging);
  if (entity.kind === 'OfferSet') return changeOfferSet(type, details as SetDetails, entity, staging);
  if (isProduct(entity)) return changeProduct(type, details as ProductDetails, entity, staging);
  return changeResale(type, details as ResaleDetails, entity, staging);
}

/** A change to an entity whose creation was rejected needs no separate error. */
const unresolved = (id: string | undefined): Refusal[] =>
  id !== undefined && reference.test(id) ? [] : refuse('RESOURCE_NOT_FOUND', `There is no entity ${id}.`);
