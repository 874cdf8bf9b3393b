import type { OrgScope, OrgTransaction } from '../../../platform/access/scope.ts';
import { insertInto } from '../../../platform/database/define-statement.ts';
import type { RowOf } from '../../../platform/database/rows.ts';
import type { Statement } from '../../../platform/database/statement.ts';

/** What becomes of charges. */
export type Outcome = 'SUCCEED' | 'DECLINE' | 'HANG' | 'DISPUTE';

const methodColumns = ['id', 'type', 'outcome', 'lost_calls', 'lost_answers'] as const;
export type Method = RowOf<'sandbox_payment_method', (typeof methodColumns)[number], { outcome: Outcome }>;

const paymentColumns = [
  'id',
  'key',
  'kind',
  'method_id',
  'charge_id',
  'amount',
  'currency',
  'state',
  'is_disputed',
] as const;
export type Payment = RowOf<
  'sandbox_payment',
  (typeof paymentColumns)[number],
  { kind: 'CHARGE' | 'REFUND'; state: 'processing' | 'succeeded' | 'failed' }
>;

const insertMethodRow = insertInto('insert_sandbox_payment_method', 'sandbox_payment_method', [
  'organization_id',
  ...methodColumns,
  'creation_time',
]);

export const insertMethod = (scope: OrgScope, method: Method): Statement =>
  insertMethodRow({ ...method, organization_id: scope.organizationId, creation_time: scope.now });

/** A means of payment, locked until the end of the transaction. */
export async function lockMethod(scope: OrgTransaction, id: string): Promise<Method | undefined> {
  const rows = await scope.query<Method>({
    name: 'lock_sandbox_payment_method',
    text: `SELECT ${methodColumns.join(', ')} FROM sandbox_payment_method
           WHERE organization_id = $1 AND id = $2 FOR UPDATE`,
    values: [scope.organizationId, id],
  });
  return rows[0];
}

/** Counts down what of the calls with a means of payment is still to be lost. */
export const setLosses = (scope: OrgScope, { id, lost_calls, lost_answers }: Method): Statement => ({
  name: 'set_sandbox_payment_losses',
  text: `UPDATE sandbox_payment_method SET lost_calls = $3, lost_answers = $4
         WHERE organization_id = $1 AND id = $2`,
  values: [scope.organizationId, id, lost_calls, lost_answers],
});

const columnList = paymentColumns.join(', ');

const insertPaymentRow = insertInto('insert_sandbox_payment', 'sandbox_payment', [
  'organization_id',
  ...paymentColumns,
  'creation_time',
]);

export const insertPayment = (scope: OrgScope, payment: Payment): Statement =>
  insertPaymentRow({ ...payment, organization_id: scope.organizationId, creation_time: scope.now });

export async function findPayment(scope: OrgTransaction, key: string): Promise<Payment | undefined> {
  const rows = await scope.query<Payment>({
    name: 'find_sandbox_payment',
    text: `SELECT ${columnList} FROM sandbox_payment WHERE organization_id = $1 AND key = $2`,
    values: [scope.organizationId, key],
  });
  return rows[0];
}

export async function findPaymentById(scope: OrgTransaction, id: string): Promise<Payment | undefined> {
  const rows = await scope.query<Payment>({
    name: 'find_sandbox_payment_by_id',
    text: `SELECT ${columnList} FROM sandbox_payment WHERE organization_id = $1 AND id = $2`,
    values: [scope.organizationId, id],
  });
  return rows[0];
}

/** Writes how a payment ended, or that it is disputed. */
export async function setPayment(
  scope: OrgTransaction,
  { key, state, is_disputed }: Pick<Payment, 'key' | 'state' | 'is_disputed'>,
): Promise<Payment | undefined> {
  const rows = await scope.query<Payment>({
    name: 'set_sandbox_payment',
    text: `UPDATE sandbox_payment SET state = $3, is_disputed = $4
           WHERE organization_id = $1 AND key = $2 RETURNING ${columnList}`,
    values: [scope.organizationId, key, state, is_disputed],
  });
  return rows[0];
}
