import { LosslessNumber } from 'lossless-json';
import { DateTime } from 'luxon';
import type { JsonObject } from '../../specifications.ts';
import type { AgreementFacts, Derive, Mirror } from './facts.ts';

export const mkD: Mirror = {
  // A suspended instance is shown as expired. A cancellation is shown only after its completion.
  statuses: {
    PENDING_APPROVAL: 'READYING',
    ACTIVE: 'STARTED',
    SUSPENDED: 'EXPIRED',
    PENDING_CANCEL: 'STARTED',
    CANCELLED: 'CLOSED',
  },

  agreement(facts, derive) {
    const ids = idsOf(facts, derive);
    return {
      mirror: {
        mkDEntitlements: [instanceOf(facts, ids)],
        mkDOrders: [orderOf(facts, ids, derive)],
        buyerManagementURL: facts.url,
      },
    };
  },

  // The marketplace does not support private offers (R36).
  offer: () => ({}),
};

/** Text of digits, because these integers exceed the range of a number (R7). */
type Ids = { instance: string; order: string; account: string };

function idsOf({ agreement }: AgreementFacts, derive: Derive): Ids {
  const { organizationId, id, externalBuyerId } = agreement;
  return {
    instance: /^[1-9]\d{7,17}$/.test(id) ? id : derive.digits(17, 'mkD instance', organizationId, id),
    order: derive.digits(18, 'mkD order', organizationId, id),
    account: /^[1-9]\d{15}$/.test(externalBuyerId)
      ? externalBuyerId
      : derive.digits(16, 'mkD account', externalBuyerId),
  };
}

const millisecondsOf = (time: string) => DateTime.fromISO(time, { zone: 'utc' }).toMillis();

function instanceOf({ agreement, info, externalStatus, planId }: AgreementFacts, ids: Ids): JsonObject {
  const started = agreement.state !== 'PENDING_APPROVAL';
  return {
    AutoRenewal: String(agreement.autoRenew ?? info.autoRenew ?? false),
    BeganOn: started ? millisecondsOf(agreement.startTime) : undefined,
    CreatedOn: millisecondsOf(agreement.acceptedAt),
    EndOn: agreement.endTime ? millisecondsOf(agreement.endTime) : undefined,
    InstanceId: new LosslessNumber(ids.instance),
    IsTrial: info.trialConfig !== undefined,
    OrderId: new LosslessNumber(ids.order),
    ProductCode: agreement.externalProductId,
    ProductSkuCode: planId,
    ProductType: 'APP',
    RelationalData: { ServiceStatus: externalStatus },
    Status: externalStatus,
  };
}

function orderOf(
  { agreement, planId, quantity, amount, months }: AgreementFacts,
  ids: Ids,
  derive: Derive,
): JsonObject {
  const paid = amount?.toNumber();
  const period = periodOf(months);
  return {
    AccountQuantity: quantity,
    AliUid: new LosslessNumber(ids.account),
    CouponPrice: paid === undefined ? undefined : 0,
    CreatedOn: millisecondsOf(agreement.acceptedAt),
    InstanceIds: { InstanceId: [ids.instance] },
    OrderId: new LosslessNumber(ids.order),
    OrderStatus: 'NORMAL',
    OrderType: 'NEW',
    OriginalPrice: paid,
    PaidOn: millisecondsOf(agreement.acceptedAt),
    PayStatus: 'PAID',
    PaymentPrice: paid,
    PeriodType: period?.type,
    ProductCode: agreement.externalProductId,
    ProductSkuCode: planId,
    Quantity: period?.quantity,
    RequestId: derive.guid('mkD request', agreement.organizationId, agreement.id).toUpperCase(),
    TotalPrice: paid,
  };
}

function periodOf(months: number | undefined): { type: string; quantity: number } | undefined {
  if (months === undefined) return undefined;
  return months % 12 === 0 ? { type: 'YEAR', quantity: months / 12 } : { type: 'MONTH', quantity: months };
}
