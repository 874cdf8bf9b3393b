/** The meter of AI features: what their calls cost an organization each month, and the operator's bill for it (R11). */
export { billJobHandler } from './bill-job.ts';
export type { Cents } from './charge.ts';
export { type AiRefusal, type AiReservation, readOff, reserve, settle } from './meter.ts';
export { AIInvoice } from './records.ts';
export { aiRoutes } from './routes.ts';
