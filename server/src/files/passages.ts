import type { PassageSource } from '../knowledge/index.ts';
import { enqueue } from '../platform/jobs/queue.ts';
import { readJob } from './read-job.ts';
import { attachedPurpose } from './states.ts';

const shown = `f.status = 'STORED' AND f.purpose <> '${attachedPurpose}'`;

/** The search source for files. Names are indexed immediately, texts after their extraction. */
export const filePassages: PassageSource = {
  type: 'FILE',
  entityType: 'FILE',
  atOnce: 200,
  load: async (scope, ids) => {
    const rows = await scope.query<{ id: string; name: string }>({
      name: 'load_searched_files',
      text: `SELECT f.id, f.name FROM stored_file f WHERE f.organization_id = $1 AND f.id = ANY ($2) AND ${shown}`,
      values: [scope.organizationId, ids],
    });
    return rows.map(({ id, name }) => ({ id, title: name, sections: [] }));
  },
  idsAfter: async (scope, after, limit) => {
    const rows = await scope.query<{ id: string }>({
      name: 'files_after',
      text: `SELECT f.id FROM stored_file f WHERE f.organization_id = $1 AND f.id > $2 AND ${shown}
             ORDER BY f.id LIMIT $3`,
      values: [scope.organizationId, after, limit],
    });
    return rows.map(({ id }) => id);
  },
  further: (scope, ids) => ids.map((fileId) => enqueue(scope, readJob, { fileId })),
};
