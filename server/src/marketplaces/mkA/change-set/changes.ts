/** The entities of the catalogue that changes are made of. */
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

/** One change of a set, as the catalogue takes it. */
export type CatalogChange = {
  ChangeType: string;
  ChangeName?: string;
  Entity: { Type: EntityType; Identifier?: string };
  DetailsDocument: Details;
};

/** The most changes that a set may have. */
export const mostChanges = 20;

/** A change that makes an entity, by whose name the other changes of its set refer to what it makes. */
export const create = (ChangeType: string, Type: EntityType, DetailsDocument: Details): CatalogChange => ({
  ChangeType,
  ChangeName: ChangeType,
  Entity: { Type },
  DetailsDocument,
});

/** The identifier of what another change of the set makes. */
export const madeBy = (changeName: string): string => `$${changeName}.Entity.Identifier`;

/** A change of an entity that is there, or that another change of the set makes. */
export const change = (
  ChangeType: string,
  Type: EntityType,
  Identifier: string,
  DetailsDocument: Details = {},
): CatalogChange => ({ ChangeType, Entity: { Type, Identifier }, DetailsDocument });

/** A change of terms. */
export const terms = (...list: Details[]): Details => ({ Terms: list });
