/**
 * A change that a marketplace was asked for, and how far it is. Marketplaces that answer at once answer DONE; those that
 * work through a queue answer RUNNING with a handle, by which `readChange` follows it to its end.
 */
export type Change = ChangeState & {
  /** The marketplace's id of what is made or changed, once it is known. */
  externalId?: string | undefined;
  /** What the seller should know of it, for people. */
  warnings?: readonly string[] | undefined;
};

type ChangeState =
  | {
      state: 'RUNNING';
      /** The marketplace's name for the change: at most 500 characters. */
      handle: string;
      /** How long to wait before it is asked again, in milliseconds. */
      askAgainMs: number;
    }
  | { state: 'DONE'; handle?: string | undefined }
  | {
      state: 'FAILED';
      handle?: string | undefined;
      /** The marketplace's code, or its words. */
      code: string;
      /** What to do about it, for people. */
      readable: string;
      /** Whether the same change may be asked for again, with a new key: the marketplace itself failed, or the day was over. */
      again?: boolean | undefined;
      /** Whether the marketplace does not know the change (any more), so that it may have been done. */
      isUnknown?: boolean | undefined;
    };

/** A change that is done, of something that the marketplace calls so. */
export const done = (externalId?: string, warnings: readonly string[] = []): Change => ({
  state: 'DONE',
  externalId,
  warnings,
});
