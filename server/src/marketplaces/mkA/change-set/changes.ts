/** Types of catalogue entities that changes apply to. */
export type EntityType =
  | 'Offer@1.0'
  | 'OfferSet@1.0'
  | 'ResaleAuthorization@1.0'
  | 'SaaSProduct@1.0'
  | 'ContainerProduct@1.0'
  | 'AmiProduct@1.0'
  | 'MachineLearningProduct@1.0'
  | 'ProfessionalServicesProduct@1.0';

export type Details = { [name: string]: unknown };

/** A change in a change set, in the catalogue's format. */
export type CatalogChange = {
  ChangeType: string;
  ChangeName?: string;
  Entity: { Type: EntityType; Identifier?: string };
  DetailsDocument: Details;
};

/** The type and details of a change. If the details are undefined, the change is not needed. */
export type ChangeDetails = [type: string, details?: Details | undefined];

/** Maximum number of changes in a change set. */
export const mostChanges = 20;

/**
 * Builds the change that creates an entity. Other changes in the set refer to the entity by the name of the
 * change.
 */
export const create = (ChangeType: string, Type: EntityType, DetailsDocument: Details): CatalogChange => ({
  ChangeType,
  ChangeName: ChangeType,
  Entity: { Type },
  DetailsDocument,
});

/** Returns the reference to the entity that another change in the set creates. */
export const madeBy = (changeName: string): string => `$${changeName}.Entity.Identifier`;

/** Builds a change to an existing entity, or to an entity that another change in the set creates. */
export const change = (
  ChangeType: string,
  Type: EntityType,
  Identifier: string,
  DetailsDocument: Details = {},
): CatalogChange => ({ ChangeType, Entity: { Type, Identifier }, DetailsDocument });

/** Builds the details of a change to terms. */
export const terms = (...list: Details[]): Details => ({ Terms: list });
