import {
  type Amendment,
  amendmentsOf,
  featureFields,
  isSet,
  type JsonObject,
  onlyPartnerWith,
  relations,
  resourceNameOf,
} from '../../marketplaces/index.ts';
import { isPrivate } from '../kind.ts';
import type { WorkloadOffer } from '../records.ts';

/** Reads one of the relations of an offer. */
export const namedBy = (offer: WorkloadOffer, [map, name]: (typeof relations)[number]): unknown =>
  (offer[map] as JsonObject | undefined)?.[name] || undefined;

/** Returns whether an offer is based on another offer or an agreement, which must be looked up. */
export const hasRelations = (offer: WorkloadOffer): boolean =>
  relations.some((relation) => namedBy(offer, relation) !== undefined);

/** The marketplace on which private offers can replace other private offers (R26). */
export const partnerOfReplacements = onlyPartnerWith('amendsBy', 'replacement');

/** Fields of an offer that identify the offer it replaces. */
export type ReplacementFields = Pick<WorkloadOffer, 'partner' | 'offerType' | 'metaInfo'>;

type Amending = {
  partner?: string | null | undefined;
  offerType?: string | undefined;
  info?: JsonObject | undefined;
  metaInfo?: JsonObject | undefined;
};

/** Reads the references to the agreements and offers that an offer amends. */
export const amendments = ({ partner, offerType, info, metaInfo }: Amending): readonly Amendment[] =>
  amendmentsOf(partner, isPrivate(offerType ?? ''), { info: info ?? {}, metaInfo: metaInfo ?? {} });

/** Reads the marketplace's name of the offer that is replaced (R26). */
export const replacedName = ({ partner, offerType, metaInfo }: ReplacementFields): string | undefined =>
  amendments({ partner, offerType, metaInfo }).find(({ by }) => by === 'replacement')?.name;

/** Reads the marketplace's id of an offer from the end of its name. */
export const idInName = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

/** Lists the external ids under which an offer with this name may be stored. */
export const idsOfName = (name: string): string[] => [idInName(name), name];

/** Returns whether an offer that was found by the id in a resource name has exactly that resource name. */
export const isNamedSo = ({ info }: { info: string }, name: string): boolean =>
  (resourceNameOf(JSON.parse(info)) ?? name) === name;

/** Returns whether an offer names features that must be compared with its product (R26). */
export const namesFeatures = ({ productID, info }: WorkloadOffer): boolean =>
  !!productID && featureFields.some((field) => isSet((info as JsonObject | undefined)?.[field]));
