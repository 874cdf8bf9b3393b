import { defineErrors } from '../platform/errors.ts';

export const fileErrors = defineErrors({
  file_not_found: [404, 'File not found'],
  file_in_use: [409, 'The file is part of a contract'],
});
