import type { Change } from '../../changes.ts';
import { isGuid } from '../addresses.ts';
import { unreadable } from '../errors.ts';
import type { Ingestion } from './ingestion.ts';
import { hasSchema, schemaOf } from './resource-names.ts';

/** The marketplace allows one status call a minute for each job. */
const pollMs = 60_000;

type JobStatus = {
  jobId?: string;
  jobStatus?: string;
  jobResult?: string;
  errors?: readonly { code?: string; message?: string }[];
};
type Detail = { resources?: readonly { id?: string; $schema?: string }[] };

const prefix = 'job/';

/** A handle: the id of the job, and of the offer that the job changes, if the offer exists. */
const handleOf = (jobId: string, offerId: string | undefined): string =>
  `${prefix}${jobId}${offerId === undefined ? '' : ` ${offerId}`}`;

export const isJobHandle = (handle: string): boolean => handle.startsWith(prefix);

/** Codes of failures that a later attempt may not have. */
const isTemporary = (code: string): boolean => /internal|timeout|unavailable|throttl/i.test(code);

/** Creates the functions that start and follow the jobs which change private offers. */
export function createJobs({ read, configure }: Pick<Ingestion, 'read' | 'configure'>) {
  /** Returns the id of the offer that an ended job created; undefined if the job applied no offer. */
  async function offerOf(jobId: string): Promise<string | undefined> {
    const detail = (await read('private-offer', `/configure/${jobId}`)) as Detail | undefined;
    return detail?.resources?.find((resource) => hasSchema(resource, 'private-offer'))?.id?.toLowerCase();
  }

  return {
    /** @param offerId the offer that the job changes; undefined if the job creates an offer */
    start: async (resources: readonly object[], offerId?: string): Promise<Change> => {
      const { jobId } = ((await configure({ $schema: schemaOf('configure'), resources })) ?? {}) as JobStatus;
      if (!jobId || !isGuid(jobId)) throw unreadable('no id of a job', 'writes');
      return { state: 'RUNNING', handle: handleOf(jobId, offerId), askAgainMs: pollMs, externalId: offerId };
    },

    read: async (handle: string): Promise<Change> => {
      const [jobId = '', known] = handle.slice(prefix.length).split(' ');
      if (!isGuid(jobId)) return unknownJob(handle);
      const found = await read('configure', `/configure/${jobId}/status`).catch(noneIfAbsent);
      if (!found) return unknownJob(handle);
      const { jobStatus = '', jobResult = '', errors = [] } = found as JobStatus;
      if (jobStatus.toLowerCase() !== 'completed')
        return { state: 'RUNNING', handle, askAgainMs: pollMs, externalId: known };
      const result = jobResult.toLowerCase();
      // A failed job may have applied a part of its resources.
      const externalId = known ?? (await offerOf(jobId));
      if (result === 'succeeded' && externalId) return { state: 'DONE', handle, externalId };
      const [{ code = jobResult, message = '' } = {}] = errors;
      if (externalId && !known)
        return { state: 'DONE', handle, externalId, warnings: [`${code}: ${message}`] };
      return {
        state: 'FAILED',
        handle,
        code: [code, message].filter(Boolean).join(': ').slice(0, 500),
        readable: `The marketplace did not apply the change. ${message}`.trim(),
        again: result === 'cancelled' || isTemporary(code),
      };
    },
  };
}
export type Jobs = ReturnType<typeof createJobs>;

const unknownJob = (handle: string): Change => ({
  state: 'FAILED',
  handle,
  code: 'notFound',
  readable: 'The marketplace does not have this change, or no longer has it.',
  isUnknown: true,
});

/** Returns undefined for a record that the marketplace does not have. */
export const noneIfAbsent = (error: unknown): undefined => {
  const { kind, message } = (error ?? {}) as { kind?: string; message?: string };
  if (kind === 'refused' && message?.startsWith('404')) return undefined;
  throw error;
};
