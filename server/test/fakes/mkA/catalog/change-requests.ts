import { noteViolation } from '../../violations.ts';
import type { Check, Fault } from '../constraints/checks.ts';
import { offerDetails, offerSetDetails } from '../constraints/offer-details.ts';
import { productDetails } from '../constraints/product-details.ts';
import { resaleDetails } from '../constraints/resale-details.ts';
import { denied, invalid, ServiceError } from '../errors.ts';
import { type Entities, type Entity, isProduct, productKinds, withoutRevision } from './entities.ts';
import { creates } from './offer-changes.ts';
import type { CatalogDeps } from './staging.ts';

export type ChangeInput = {
  ChangeType: string;
  ChangeName?: string;
  Entity: { Type: string; Identifier?: string };
  Details?: string;
  DetailsDocument?: unknown;
};

/** The body of StartChangeSet. */
export type StartInput = {
  Catalog?: string;
  ChangeSet?: ChangeInput[];
  ChangeSetName?: string;
  ClientRequestToken?: string;
  ChangeSetTags?: unknown[];
  Intent?: string;
};

/** A change with a valid format. */
export type CheckedChange = { input: ChangeInput; details: Record<string, unknown> };

const shapes: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  'Offer@1.0': offerDetails,
  'OfferSet@1.0': offerSetDetails,
  'ResaleAuthorization@1.0': resaleDetails,
  ...Object.fromEntries(productKinds.map((kind) => [`${kind}@1.0`, productDetails])),
};

/**
 * Lists violations of the published shapes in the details of a change. Unknown change types are not
 * validated.
 */
export const detailFaults = (entityType: string, changeType: string, details: unknown): Fault[] | undefined =>
  shapes[entityType]?.[changeType]?.(details, '');

/**
 * Pattern of a reference: `$Name.Entity.Identifier` refers to the entity that another change in the set
 * creates.
 */
export const reference = /^\$([\w-]{1,72})\.Entity\.Identifier$/;

const fault = (message: string, change?: ChangeInput, Field?: string) =>
  invalid(422, message, {
    ValidationExceptionFieldList: change
      ? [
          {
            Reason: 'FieldValidationFailed',
            EntityType: change.Entity?.Type,
            EntityId: change.Entity?.Identifier,
            ChangeType: change.ChangeType,
            Field,
            Message: message,
          },
        ]
      : [],
  });

/**
 * Rejects errors that the service finds immediately (422, 403, 404); other errors are found during
 * processing.
 */
export function checkStart(
  input: StartInput,
  owner: string,
  entities: Entities,
  outside: CatalogDeps,
): CheckedChange[] {
  const { ChangeSet = [], Intent = 'APPLY' } = input;
  if (Intent !== 'APPLY')
    throw fault('Intent VALIDATE is only supported for adding versions to AMI products.');
  const names = ChangeSet.flatMap(({ ChangeName }) => (ChangeName === undefined ? [] : [ChangeName]));
  if (new Set(names).size < names.length) throw fault('ChangeName must be unique in the set.');
  const changes = ChangeSet.map((change) => checkChange(change, names));
  const places = ChangeSet.map(
    ({ ChangeType, Entity }) => `${ChangeType} ${withoutRevision(Entity.Identifier ?? '')}`,
  );
  const twice = places.find((place, index) => !place.endsWith(' ') && places.indexOf(place) !== index);
  if (twice !== undefined)
    throw fault(`Change type ${twice.split(' ')[0]} is more than once for the same entity.`);
  for (const change of changes) checkTargets(change, owner, entities, outside);
  return changes;
}

function checkChange(change: ChangeInput, names: readonly string[]): CheckedChange {
  const { ChangeType, Entity, Details, DetailsDocument } = change;
  const check = shapes[Entity?.Type]?.[ChangeType];
  if (!check)
    throw fault(`Change type ${ChangeType} is not supported for entity type ${Entity?.Type}.`, change);
  if ((Details === undefined) === (DetailsDocument === undefined))
    throw fault('Provide either Details or DetailsDocument.', change);
  const details = DetailsDocument ?? parsed(Details as string, change);
  const [first] = check(details, '');
  if (first) {
    noteViolation('mkA', ChangeType, `${first.field}: ${first.message}`);
    throw fault(`${first.field}: ${first.message}`, change, first.field);
  }
  if (creates(ChangeType) !== (Entity.Identifier === undefined))
    throw fault(`${ChangeType} ${creates(ChangeType) ? 'takes no' : 'needs an'} Entity.Identifier.`, change);
  for (const text of [Entity.Identifier ?? '', ...textsIn(details)]) {
    const [, name] = reference.exec(text) ?? [];
    if (name !== undefined && !names.includes(name)) throw fault(`There is no change named ${name}.`, change);
  }
  return { input: change, details: details as Record<string, unknown> };
}

function parsed(details: string, change: ChangeInput): unknown {
  try {
    return JSON.parse(details);
  } catch {
    throw fault('Details is not JSON.', change, 'Details');
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const notFound = (id: string) =>
  new ServiceError('ResourceNotFoundException', 404, `Requested entity ${id} is not found.`);

/** Requires that the entity of each change exists and belongs to the caller. */
function checkTargets(
  { input, details }: CheckedChange,
  owner: string,
  entities: Entities,
  outside: CatalogDeps,
): void {
  const { Identifier = '', Type } = input.Entity;
  const own = (entity: Entity | undefined) => entity?.owner === owner;
  if (Identifier && !reference.test(Identifier)) {
    const entity = entities.find(Identifier);
    if (!entity || !own(entity)) throw notFound(Identifier);
    if (`${entity.kind}@1.0` !== Type) throw fault(`Entity ${Identifier} is not of type ${Type}.`, input);
  }
  const { ProductId, AgreementId, ResaleAuthorizationId } = details as Record<string, string | undefined>;
  if (ProductId !== undefined && !reference.test(ProductId)) {
    const product = entities.find(ProductId);
    if (!isProduct(product)) throw notFound(ProductId);
    if (!own(product)) throw denied(`You are not authorized to create offers for product ${ProductId}.`);
  }
  if (AgreementId !== undefined && outside.agreement(AgreementId)?.proposer !== owner)
    throw denied(`You are not authorized to create offers for agreement ${AgreementId}.`);
  const resale = ResaleAuthorizationId === undefined ? undefined : entities.find(ResaleAuthorizationId);
  if (ResaleAuthorizationId !== undefined && resale?.kind !== 'ResaleAuthorization')
    throw notFound(ResaleAuthorizationId);
  if (resale?.kind === 'ResaleAuthorization' && resale.resellerAccountId !== owner)
    throw denied(`You are not authorized to use ${ResaleAuthorizationId}.`);
}
