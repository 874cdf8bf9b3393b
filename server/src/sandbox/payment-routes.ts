import {
  addTestMethod,
  BillingPaymentTransaction,
  BillingWallet,
  encodeTransaction,
  encodeWallet,
  paymentErrors,
  settleTestPayment,
} from '../billing/index.ts';
import { buyerErrors } from '../buyers/index.ts';
import { RawJson, type Route, route } from '../platform/http/route.ts';
import { requireTest, sandboxErrors } from './errors.ts';
import { SandboxPaymentMethodParams, SandboxSettlementParams } from './payment-records.ts';

const group = 'Sandbox';
const access = 'sandbox:write';
const testOnly = sandboxErrors.not_a_test_organization.definition;

/** Returns the routes that act as buyers and banks at a payment provider. */
export const paymentRoutes = (): Route[] => [
  route({
    method: 'POST',
    path: '/org/{orgId}/sandbox/buyer/{buyerId}/paymentMethod',
    operationId: 'addSandboxPaymentMethod',
    group,
    summary: 'Add a payment method to a buyer',
    description:
      'The buyer’s first payment method is its default wallet. `outcome` is the outcome of charges: SUCCEED, DECLINE, HANG (pending ' +
      'until settled), DISPUTE (succeeds and is then disputed). The first `lostCalls` calls are lost before they ' +
      'take effect, and the next `lostAnswers` after.',
    access,
    body: SandboxPaymentMethodParams.optional(),
    example: { type: 'card', outcome: 'DECLINE' },
    response: BillingWallet,
    responseDescription: 'The wallet',
    errors: [testOnly, buyerErrors.buyer_not_found.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) => {
        requireTest(scope);
        const { type = 'card', outcome = 'SUCCEED', lostCalls = 0, lostAnswers = 0 } = body ?? {};
        const wallet = await addTestMethod(scope, params.buyerId, { type, outcome, lostCalls, lostAnswers });
        return { body: new RawJson(encodeWallet(wallet)) };
      },
    },
  }),
  route({
    method: 'POST',
    path: '/org/{orgId}/sandbox/paymentTransaction/{paymentTransactionId}/settle',
    operationId: 'settleSandboxPayment',
    group,
    summary: 'Settle a charge as the bank',
    description: 'A pending charge succeeds or is declined; a successful charge can be disputed.',
    access,
    body: SandboxSettlementParams.optional(),
    example: { outcome: 'SUCCEED' },
    response: BillingPaymentTransaction,
    responseDescription: 'The charge',
    errors: [testOnly, paymentErrors.payment_transaction_not_found.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) => {
        requireTest(scope);
        const { outcome = 'SUCCEED' } = body ?? {};
        const charge = await settleTestPayment(scope, params.paymentTransactionId, outcome);
        return { body: new RawJson(encodeTransaction(charge)) };
      },
    },
  }),
];
