export { addTestMethod, settleTestPayment } from './commands.ts';
export { createTestProvider } from './provider.ts';
