import { defineErrors } from '../platform/errors.ts';

export const buyerErrors = defineErrors({ buyer_not_found: [404, 'There is no such buyer'] });
