export { billingDescription } from './description.ts';
export {
  type GroupUsage,
  type InvoiceTotal,
  invoiceTotal,
  type UsageLine,
  usageLines,
} from './prices/index.ts';
export { billingRoutes } from './routes.ts';
export { addonTemplate } from './service.ts';
