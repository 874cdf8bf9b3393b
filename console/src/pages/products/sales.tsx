import type { WithId, WorkloadProduct } from '@tradepost/sdk';
import { listEntitlements } from '../../generated/entitlements.ts';
import { listOffers } from '../../generated/offers.ts';
import { paths } from '../../paths.ts';
import { section } from '../../ui/resource/index.ts';
import { Section } from '../../ui/resource/section.tsx';
import { Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';

type Product = WithId<WorkloadProduct>;
type Sold = { id: string; name?: string; status?: string; creationTime?: string };
type Props = { orgId: string; record: Product };

/** The columns of offers and entitlements of a product. */
const columns = [
  { name: 'Name', cell: ({ name, id }: Sold) => name || id },
  { name: 'Status', cell: ({ status }: Sold) => <Status of={status} /> },
  { name: 'Created', cell: ({ creationTime }: Sold) => <Time at={creationTime} only="day" /> },
];

const offers = section<Product, Sold>({
  title: 'Offers',
  operation: listOffers,
  queryOf: ({ id }) => ({ productId: id, order: 'desc' }),
  path: paths.offer,
  paramsOf: ({ id }) => ({ offerId: id }),
  columns,
  empty: 'No offers of this product yet.',
});

const entitlements = section<Product, Sold>({
  title: 'Entitlements',
  operation: listEntitlements,
  queryOf: ({ id }) => ({ productId: id, order: 'desc' }),
  path: paths.entitlement,
  paramsOf: ({ id }) => ({ entitlementId: id }),
  columns,
  empty: 'No buyer has bought this product yet.',
});

/** The offers of a product. */
export const Offers = ({ orgId, record }: Props) => (
  <Section section={offers} orgId={orgId} params={{}} record={record} />
);

/** The entitlements of a product. */
export const Entitlements = ({ orgId, record }: Props) => (
  <Section section={entitlements} orgId={orgId} params={{}} record={record} />
);
