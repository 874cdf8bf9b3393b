import type { WithId, WorkloadProduct } from '@tradepost/sdk';
import { Plus } from 'lucide-react';
import { lazy } from 'react';
import { getProduct, listProducts } from '../../generated/products.ts';
import { paths } from '../../paths.ts';
import { CopyId } from '../../ui/copy-id.tsx';
import { Marketplace } from '../../ui/marketplace.tsx';
import { marketplaceName } from '../../ui/marketplaces.ts';
import { resourcePages } from '../../ui/resource/index.ts';
import { SafeLink } from '../../ui/safe-link.tsx';
import { Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { nameOf } from '../../ui/words.ts';
import { listActions, recordActions } from './actions.ts';
import { ProductFailure } from './failure.tsx';
import { Commits, Dimensions } from './prices.tsx';

type Product = WithId<WorkloadProduct>;

const states = [
  'DRAFT',
  'PENDING_CREATE',
  'CREATE_FAILED',
  'CREATED',
  'PENDING_PUBLISH',
  'PUBLISH_FAILED',
  'PUBLIC',
  'RESTRICTED',
  'UNAVAILABLE',
  'DELETED',
];

const types = ['SUBSCRIPTION', 'CONTRACT', 'FLAT_RATE', 'PER_USER', 'USAGE_BASED', 'PROFESSIONAL_SERVICES'];

// The code of other tabs is loaded when they are opened.
const Offers = lazy(async () => ({ default: (await import('./sales.tsx')).Offers }));
const Entitlements = lazy(async () => ({ default: (await import('./sales.tsx')).Entitlements }));

export const { ListPage, RecordPage } = resourcePages<Product>({
  noun: ['product', 'products'],
  path: paths.products,
  recordPath: paths.product,
  list: {
    operation: listProducts,
    query: { order: 'desc' },
    filters: [
      { name: 'status', options: states },
      'partner',
      { name: 'productType', label: 'Type', options: types },
    ],
    columns: [
      {
        name: 'Name',
        sort: 'name',
        cell: ({ name, id }) => name || id,
        csv: ({ id, name }) => ({ Id: id, Name: name }),
      },
      {
        name: 'Status',
        width: 'state',
        sort: 'status',
        cell: ({ status }) => <Status of={status} />,
        csv: ({ status }) => ({ Status: status }),
      },
      {
        name: 'Marketplace',
        width: 'marketplace',
        cell: ({ partner }) => <Marketplace of={partner} />,
        csv: ({ partner }) => ({ Marketplace: marketplaceName(partner) }),
      },
      {
        name: 'Type',
        cell: ({ productType }) => nameOf(productType),
        csv: ({ productType }) => ({ Type: productType }),
      },
      { name: 'Currency', cell: ({ info }) => info?.currency, width: 'narrow' },
      {
        name: 'Created',
        sort: 'creationTime',
        width: 'day',
        cell: ({ creationTime }) => <Time at={creationTime} only="day" />,
      },
    ],
    empty: 'No products yet. Create a product, or import the listings of a marketplace.',
    actions: listActions.map((action) => (action.kind === 'primary' ? { ...action, icon: Plus } : action)),
  },
  record: {
    operation: getProduct,
    title: ({ name, id }) => name || id,
    status: ({ status }) => status,
    summary: ({ partner, productType }) => (
      <>
        <Marketplace of={partner} /> {productType && nameOf(productType)}
      </>
    ),
    notice: (product) => <ProductFailure product={product} />,
    facts: [
      { name: 'At the marketplace', cell: ({ externalID }) => externalID && <CopyId of={externalID} /> },
      {
        name: 'Fulfilment URL',
        cell: ({ fulfillmentUrl }) => fulfillmentUrl && <SafeLink to={fulfillmentUrl} />,
      },
      { name: 'Currency', cell: ({ info }) => info?.currency },
      { name: 'License agreement', cell: ({ info }) => info?.eulaType && nameOf(info.eulaType) },
      { name: 'Refunds', cell: ({ info }) => info?.refundCancellationPolicy },
      { name: 'Internal note', cell: ({ metaInfo }) => metaInfo?.internalNote },
    ],
    actions: recordActions,
    sections: [
      { title: 'Plans and prices', Content: Commits },
      { title: 'Metering dimensions', Content: Dimensions },
      { title: 'Offers', tab: 'Offers', Content: Offers },
      { title: 'Entitlements', tab: 'Entitlements', Content: Entitlements },
    ],
    timeline: 'PRODUCT',
  },
});
