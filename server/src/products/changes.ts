import { isDirect } from '../marketplaces/index.ts';
import type { OrgScope, OrgTransaction } from '../platform/access/scope.ts';
import type { AppError } from '../platform/errors.ts';
import { withIgnored } from '../platform/http/ignored.ts';
import { type Answer, RawJson, type RouteRequest } from '../platform/http/route.ts';
import type { ProductFields } from './apply.ts';
import { encodeProduct, type ProductRow } from './columns.ts';
import { productErrors } from './errors.ts';
import type { LastModifiedBy, WorkloadProduct } from './records/index.ts';
import { unsubmitted } from './states.ts';
import { lockProduct, type ProductChange } from './store.ts';

/** A body, and the names of its unknown fields. */
export type ProductBody<Body = WorkloadProduct> = { body: Body } & Pick<RouteRequest, 'unknownFields'>;

export async function lockExistingProduct(scope: OrgTransaction, id: string): Promise<ProductRow> {
  const product = await lockProduct(scope, id);
  if (!product) throw productErrors.product_not_found();
  return product;
}

export const inProgress = ({ status }: ProductRow): AppError =>
  productErrors.product_in_progress(`The product is ${status}. Wait for the marketplace's response.`);

export const isListed = ({ partner, status }: ProductRow): boolean =>
  !isDirect(partner) && !unsubmitted.includes(status);

/** Removes the error messages of the last attempt, because a new attempt begins. */
export function withoutFailure(fields: ProductFields): ProductFields {
  const { errorMessages: _raw, prettifiedErrorMessages: _readable, ...metaInfo } = fields.metaInfo;
  return { ...fields, metaInfo };
}

export const fieldsOf = (product: ProductRow): ProductFields => ({
  name: product.name,
  partner: product.partner,
  partner_id: product.partner_id,
  service: product.service,
  product_type: product.product_type,
  fulfillment_url: product.fulfillment_url,
  info: JSON.parse(product.info),
  metaInfo: JSON.parse(product.meta_info),
});

/** The changed columns, with the author of the change, and warnings for unknown fields of the body. */
export function columnsOf(
  scope: OrgTransaction,
  { info, metaInfo, ...columns }: ProductFields,
  unknown: readonly string[],
) {
  const warningMessages = withIgnored(metaInfo.warningMessages as string[] | undefined, unknown);
  const warned = unknown.length > 0 ? { ...metaInfo, warningMessages } : metaInfo;
  return {
    ...columns,
    info: JSON.stringify(info),
    meta_info: JSON.stringify({ ...warned, lastModifiedBy: modifiedBy(scope) }),
  } satisfies ProductChange;
}

/** The author of a change, as a field of the record. */
export const modifiedBy = ({ actor }: Pick<OrgScope, 'actor'>): LastModifiedBy => ({
  entityType: actor.type,
  entityId: actor.id,
  ...(actor.email ? { email: actor.email } : {}),
  ...(actor.name ? { name: actor.name } : {}),
});

export const show = (row: ProductRow): Answer => ({ body: new RawJson(encodeProduct(row)) });
