import type { ReactNode } from 'react';
import { RecordName } from '../../ui/names.tsx';
import { buyersOf, type NamingOffer } from './offer-buyers.ts';

type OfferBuyerProps = {
  orgId: string;
  offer: NamingOffer;
  /** Shows a buyer with a record, by default its name. */
  showBuyer?: (id: string) => ReactNode;
};

/** The first buyer of an offer, with the number of the others; undefined if the offer names none. */
export function offerBuyer({
  orgId,
  offer,
  showBuyer = (id) => <RecordName orgId={orgId} noun="buyers" id={id} />,
}: OfferBuyerProps): ReactNode {
  const { ids, names } = buyersOf(offer);
  const [id, name, more] = [ids[0], names[0], ids.length + names.length - 1];
  if (more < 0) return undefined;
  return (
    <>
      {id === undefined ? <bdi>{name}</bdi> : showBuyer(id)}
      {more > 0 && ` and ${more} more`}
    </>
  );
}
