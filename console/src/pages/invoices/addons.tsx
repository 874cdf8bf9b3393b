import type { BillingAddon, WithId } from '@tradepost/sdk';
import {
  applyAddon,
  createAddon,
  deleteAddon,
  getAddon,
  listAddons,
  updateAddon,
} from '../../generated/addons.ts';
import { paths } from '../../paths.ts';
import { resourcePages } from '../../ui/resource/index.ts';
import { Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { amountOf } from './amounts.ts';

type Addon = WithId<BillingAddon>;

const fields = ['name', 'amount', 'description'];

export const { ListPage, RecordPage } = resourcePages<Addon>({
  noun: ['addon template', 'addon templates'],
  path: paths.addons,
  recordPath: paths.addon,
  list: {
    operation: listAddons,
    query: { order: 'desc' },
    columns: [
      { name: 'Name', cell: ({ name, id }) => name || id },
      { name: 'Amount', align: 'end', cell: ({ info }) => amountOf(info?.amount) },
      { name: 'Description', width: 'wide', cell: ({ description }) => description },
      { name: 'Status', width: 'state', cell: ({ status }) => <Status of={status} /> },
      { name: 'Created', width: 'day', cell: ({ creationTime }) => <Time at={creationTime} only="day" /> },
    ],
    empty: 'No addon templates yet',
    about:
      'An addon is an extra charge on an entitlement, such as a training. A template has its name and amount, so that it can be applied to many entitlements.',
    actions: [{ operation: createAddon, label: 'New template', kind: 'primary', fields, opens: 'record' }],
  },
  record: {
    operation: getAddon,
    title: ({ name, id }) => name || id,
    status: ({ status }) => status,
    facts: [
      { name: 'Amount', cell: ({ info }) => amountOf(info?.amount) },
      { name: 'Description', cell: ({ description }) => description },
    ],
    actions: [
      {
        operation: applyAddon,
        label: 'Apply to an entitlement',
        submit: 'Apply',
        kind: 'primary',
        fields: ['entitlementId', 'chargeOn', 'amount', 'name', 'description'],
        labels: { entitlementId: 'Entitlement', chargeOn: 'Charge on' },
        omit: ['id'],
        preset: ({ id }) => ({ id }),
        help: 'The entitlement must be active. Fields that stay empty come from the template. An invoice charges the addon of a direct sale; a marketplace charges it as usage of the dimension whose key is the id of the template.',
        isHidden: ({ status }) => status !== 'ACTIVE',
        done: 'The addon is applied.',
      },
      {
        operation: updateAddon,
        label: 'Edit',
        fields,
        start: ({ name, description, info }) => ({
          ...(name ? { name } : {}),
          ...(description ? { description } : {}),
          ...(info?.amount === undefined ? {} : { amount: info.amount }),
        }),
        isHidden: ({ status }) => status !== 'ACTIVE',
      },
      {
        operation: deleteAddon,
        label: 'Delete',
        kind: 'danger',
        question: 'The template can no longer be applied. Addons that were applied are kept.',
        isHidden: ({ status }) => status !== 'ACTIVE',
        opens: 'list',
      },
    ],
    timeline: 'ADDON',
  },
});
