import { defineErrors } from '../platform/errors.ts';

export const fileErrors = defineErrors({
  file_not_found: [404, 'There is no such file'],
  file_in_use: [409, 'The file is a part of a contract'],
});
