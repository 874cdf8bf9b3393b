/**
 * Progress of a change that was requested from a marketplace. A synchronous marketplace returns DONE; an
 * asynchronous marketplace returns RUNNING with a handle, with which `readChange` polls the change.
 */
export type Change = ChangeState & {
  /** The marketplace's id of the created or changed record, once known. */
  externalId?: string | undefined;
  /** Human-readable notes about the change for the seller. */
  warnings?: readonly string[] | undefined;
};

type ChangeState =
  | {
      state: 'RUNNING';
      /** The marketplace's name for the change: at most 500 characters. */
      handle: string;
      /** Wait before the next `readChange`, in milliseconds. */
      askAgainMs: number;
    }
  | { state: 'DONE'; handle?: string | undefined }
  | {
      state: 'FAILED';
      handle?: string | undefined;
      /** The marketplace's error code, or its message. */
      code: string;
      /** Readable explanation with the next step for the seller. */
      readable: string;
      /**
       * Whether the same change may be requested again with a new key, because the marketplace failed or its
       * daily limit was reached.
       */
      again?: boolean | undefined;
      /**
       * Whether the marketplace does not have, or no longer has, the change. The change may have been
       * applied.
       */
      isUnknown?: boolean | undefined;
    };

/** Creates a completed change of the record with this id at the marketplace. */
export const completedChange = (externalId?: string, warnings: readonly string[] = []): Change => ({
  state: 'DONE',
  externalId,
  warnings,
});
