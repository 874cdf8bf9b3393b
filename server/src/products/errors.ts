import { defineErrors } from '../platform/errors.ts';

export const productErrors = defineErrors({ product_not_found: [404, 'There is no such product'] });
