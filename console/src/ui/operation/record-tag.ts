import { isSame, type Json } from '../form/pointers.ts';

type TagChoice = { start: Json; current: Json; opened: string | undefined; newest: string | undefined };

/**
 * Returns the tag to send with a change. It is the newest tag while the fields of the form are unchanged, so that an
 * update of another field, such as an amount that a job calculates, does not refuse the user's change.
 */
export const tagOf = ({ start, current, opened, newest }: TagChoice): string | undefined =>
  Object.keys(start).length > 0 && isSame(start, current) ? newest : opened;
