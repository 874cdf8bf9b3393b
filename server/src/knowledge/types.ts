import type { Permissions } from '../platform/access/permissions.ts';

/** The types of searchable records, with the permission that their GET requires and its path. */
const recordTypes = {
  ARTICLE: { needs: 'knowledge:read', path: 'knowledge/article' },
  FILE: { needs: 'files:read', path: 'file' },
  SUPPORT_TICKET: { needs: 'support:read', path: 'support/ticket' },
  PRODUCT: { needs: 'products:read', path: 'product' },
  BUYER: { needs: 'buyers:read', path: 'buyer' },
  OFFER: { needs: 'offers:read', path: 'offer' },
  ENTITLEMENT: { needs: 'entitlements:read', path: 'entitlement' },
} as const;
export type RecordType = keyof typeof recordTypes;

/** The parts of the documentation, which every member may read. */
const documentationTypes = ['GUIDE', 'ERROR', 'OPERATION'] as const;
export type DocumentationType = (typeof documentationTypes)[number];

export type PassageType = DocumentationType | RecordType;
export const passageTypes = [
  ...documentationTypes,
  ...(Object.keys(recordTypes) as RecordType[]),
] as unknown as readonly [PassageType, ...PassageType[]];

/** Returns the permission that the GET of such records requires. */
export const neededFor = (type: RecordType): string => recordTypes[type].needs;

/** Returns whether these permissions allow reading results of a type. */
export const mayRead = (permissions: Permissions, type: PassageType): boolean =>
  !Object.hasOwn(recordTypes, type) || permissions.has(neededFor(type as RecordType));

/** Returns the path of the GET of a record. */
export const recordPath = (organizationId: string, type: RecordType, id: string): string =>
  `/org/${organizationId}/${recordTypes[type].path}/${id}`;

/** Returns the permissions that passages can require. */
export const readable = (permissions: Permissions): string[] => [
  ...new Set(
    Object.values(recordTypes)
      .map(({ needs }) => needs)
      .filter((needs) => permissions.has(needs)),
  ),
];
