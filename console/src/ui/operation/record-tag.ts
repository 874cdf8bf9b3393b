import { isSame, type Json } from '../form/pointers.ts';

type TagChoice = {
  /** The record's values of the form's fields when the form was opened. */
  start: Json;
  /** The values now; undefined if the form does not show the record's values. */
  current: Json | undefined;
  opened: string | undefined;
  newest: string | undefined;
};

/**
 * Returns the tag to send with a change. The tag is the newest one while the form's fields are unchanged in the record,
 * so that an update of another field, such as an amount that a job calculates, does not prevent the user's change.
 */
export const tagOf = ({ start, current, opened, newest }: TagChoice): string | undefined =>
  current !== undefined && isSame(start, current) ? newest : opened;
