import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { tradepost } from '../../api.ts';
import { keys, useOrganization } from '../../organization.ts';
import { namesOf, useFilling, useTyped, useValue } from './context.ts';
import type { Field } from './fields.ts';
import { valueAt } from './pointers.ts';
import { type ControlProps, Group, lineLook, Shell, useControl } from './shell.tsx';
import { typingOf } from './typing.ts';

type Props = { field: Field; at: string };
type NamedRecord = { id: string; name?: string };
type PickQuery = { search?: string; limit: number; fields: ('id' | 'name')[] };
type Source = {
  noun: string;
  permission: string;
  read: (
    orgId: string,
    asked: PickQuery,
    partner: unknown,
    signal: AbortSignal,
  ) => Promise<readonly NamedRecord[]>;
};

const products: Source = {
  noun: 'products',
  permission: 'products:read',
  read: (orgId, asked, partner, signal) =>
    tradepost
      .in(orgId)
      .products.list({ ...asked, ...(partner ? { partner: partner as 'MKA' } : {}) }, { signal }),
};
const buyers: Source = {
  noun: 'buyers',
  permission: 'buyers:read',
  read: (orgId, asked, _, signal) => tradepost.in(orgId).buyers.list(asked, { signal }),
};
const contacts: Source = {
  noun: 'contacts',
  permission: 'buyers:read',
  read: (orgId, asked, _, signal) => tradepost.in(orgId).contacts.list(asked, { signal }),
};
const offers: Source = {
  noun: 'offers',
  permission: 'offers:read',
  read: (orgId, asked, _, signal) => tradepost.in(orgId).offers.list(asked, { signal }),
};

const entitlements: Source = {
  noun: 'entitlements',
  permission: 'entitlements:read',
  read: (orgId, asked, _, signal) => tradepost.in(orgId).entitlements.list(asked, { signal }),
};
const channelPartners: Source = {
  noun: 'channelPartners',
  permission: 'channelPartners:read',
  // This list has no search.
  read: (orgId, _, __, signal) => tradepost.in(orgId).channelPartners.list({ limit: 100 }, { signal }),
};

const tiers: Source = {
  noun: 'channelPartnerTiers',
  permission: 'channelPartners:read',
  // This list has no search.
  read: (orgId, _, __, signal) => tradepost.in(orgId).channelPartnerTiers.list({ limit: 100 }, { signal }),
};

/**
 * The products that a channel partner can know: those of its agreements and deals, which contain ids only. A product is
 * named by the first agreement or deal that contains it.
 */
const portalProducts: Source = {
  noun: 'portalProducts',
  permission: 'partnerPortal:read',
  read: async (orgId, _, __, signal) => {
    const portal = tradepost.in(orgId).partnerPortal;
    const [agreements, deals] = await Promise.all([
      portal.listAgreements({ limit: 100 }, { signal }),
      portal.listDealRegistrations({ limit: 100, order: 'desc' }, { signal }),
    ]);
    const named = [
      ...agreements.map(({ productIds, name }) => ({ productIds, name: `Agreement ${name ?? ''}` })),
      ...deals.map(({ productIds, name, customer }) => ({
        productIds,
        name: `Deal ${name || customer?.name || ''}`,
      })),
    ];
    const products = named.flatMap(({ productIds = [], name }) =>
      productIds.map((id) => [id, name] as const),
    );
    return [...new Map(products.reverse())].map(([id, name]) => ({ id, name: name.trim() }));
  },
};

/** The lists from which fields of a kind select records. */
const sources: Readonly<Record<string, Source>> = {
  product: products,
  products,
  portalProducts,
  tier: tiers,
  buyer: buyers,
  buyers,
  contact: contacts,
  contacts,
  offer: offers,
  entitlement: entitlements,
  channelPartner: channelPartners,
};

/** Returns whether a field refers to records. */
export const namesRecords = (kind: string): boolean => sources[kind] !== undefined;

const pauseMs = 250;
const most = 20;

/** An input for the id of a record, which the browser suggests from a part of the name. */
export function Pick({ field, at }: Props) {
  const control = useControl(field, at);
  const typed = useTyped(at, typingOf('text'));
  return (
    <Shell field={field} at={at}>
      <IdInput control={control} kind={field.kind} typed={typed} />
    </Shell>
  );
}

/** Inputs for the ids of several records, followed by an empty input for a further id. */
export function Picks({ field, at }: Props) {
  const { value, set } = useValue(at);
  const { id, help } = namesOf(at);
  const ids = Array.isArray(value) ? value.map(String) : [];
  // An empty input is removed only when it loses the focus, so that the next input does not move under the cursor.
  const [emptied, setEmptied] = useState<number>();
  const lines = emptied === undefined ? ids : ids.toSpliced(emptied, 0, '');
  const change = (index: number, text: string) => {
    const isEmpty = text.trim() === '';
    const next = [...lines, ''].with(index, text).filter((one) => one.trim() !== '');
    setEmptied(isEmpty && index < lines.length ? index : undefined);
    set(next.length === 0 ? undefined : next);
  };
  return (
    <Group field={field} at={at}>
      {[...lines, ''].map((one, index) => (
        <IdInput
          // biome-ignore lint/suspicious/noArrayIndexKey: it is the place that is typed in
          key={index}
          kind={field.kind}
          control={{
            id: index === 0 ? id : `${id}/${index}`,
            'aria-label': `${field.label} ${index + 1}`,
            ...(field.help ? { 'aria-describedby': help } : {}),
          }}
          typed={{
            value: one,
            onChange: ({ target }) => change(index, target.value),
            onBlur: () => setEmptied(undefined),
          }}
        />
      ))}
    </Group>
  );
}

type InputProps = {
  kind: string;
  control: ControlProps & { 'aria-label'?: string };
  typed: {
    value: string;
    onChange: (event: { target: { value: string } }) => void;
    onBlur?: () => void;
  };
};

function IdInput({ kind, control, typed }: InputProps) {
  const orgId = useFilling((filling) => filling.orgId);
  const partner = useFilling(({ record }) => (kind === 'product' ? valueAt(record, '/partner') : undefined));
  const { missingPermission } = useOrganization(orgId);
  const search = useLater(typed.value.trim());
  // The list is loaded only when the field has the focus, because a form has many such fields.
  const [isUsed, setIsUsed] = useState(typed.value !== '');
  const { noun, permission, read } = sources[kind] as Source;
  const { data } = useQuery({
    queryKey: keys.list(orgId, noun, { proposed: search, partner }),
    queryFn: ({ signal }) =>
      read(orgId, { ...(search ? { search } : {}), limit: most, fields: ['id', 'name'] }, partner, signal),
    enabled: isUsed && missingPermission(permission) === undefined,
    placeholderData: (before) => before,
  });
  const chosen = data?.find((one) => one.id === typed.value.trim());
  const list = `${control.id}:proposals`;
  return (
    <div className={lineLook}>
      <input {...control} {...typed} list={list} autoComplete="off" onFocus={() => setIsUsed(true)} />
      {chosen?.name && <span className="text-sm text-quiet">{chosen.name}</span>}
      <datalist id={list}>
        {data?.map((one) => (
          <option key={one.id} value={one.id} label={one.name || one.id} />
        ))}
      </datalist>
    </div>
  );
}

/** Returns the latest text that has been unchanged for a moment. */
function useLater(text: string): string {
  const [later, setLater] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setLater(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return later;
}
