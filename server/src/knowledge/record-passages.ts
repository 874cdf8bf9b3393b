import type { OrgTransaction } from '../platform/access/scope.ts';
import { linesOf, type PassageSource, textsIn } from './passages.ts';
import type { RecordType } from './types.ts';

/**
 * The fields of a record that search covers, in the order of the passage: a closed list of fields that the record's GET
 * returns. A field is a column (`external_id`), a text in a JSON column (`info.sellerNotes`), or a list in it
 * (`info.commits[]`), of whose items the name, description and key are searched.
 */
export type SearchedFields = {
  type: RecordType;
  /** The table, named `r` in `shown`. */
  table: string;
  /** The condition that deleted and unsearchable records do not meet. */
  shown: string;
  /** The fields of which the first that is present is the title; the id otherwise. */
  title: readonly string[];
  fields: readonly string[];
};

const searchedInLists = ['name', 'description', 'key'];

/** Creates the definition of passages from the columns of a table. */
export function recordPassages({ type, table, shown, title, fields }: SearchedFields): PassageSource {
  const titles = title.map(textOf).join(', ');
  const texts = fields.map(textOf).join(',\n               ');
  return {
    type,
    entityType: type,
    atOnce: 200,
    load: async (scope: OrgTransaction, ids: readonly string[]) => {
      const rows = await scope.query<{ id: string; title: string; texts: readonly (string | null)[] }>({
        name: `load_searched_${table}s`,
        text: `SELECT r.id, coalesce(${titles}, r.id) AS title, ARRAY[
               ${texts}] AS texts
             FROM ${table} r WHERE r.organization_id = $1 AND r.id = ANY ($2) AND ${shown}`,
        values: [scope.organizationId, ids],
      });
      return rows.map((row) => ({
        id: row.id,
        title: row.title,
        sections: linesOf(
          ...row.texts.flatMap((text, index) =>
            fields[index]?.endsWith('[]') ? textsIn(text, searchedInLists) : [text],
          ),
          row.id,
        ),
      }));
    },
    idsAfter: async (scope, after, limit) => {
      const rows = await scope.query<{ id: string }>({
        name: `${table}s_after`,
        text: `SELECT r.id FROM ${table} r WHERE r.organization_id = $1 AND r.id > $2 AND ${shown}
             ORDER BY r.id LIMIT $3`,
        values: [scope.organizationId, after, limit],
      });
      return rows.map(({ id }) => id);
    },
  };
}

/** The SQL expression of a field as text. */
function textOf(field: string): string {
  const [column, ...path] = field.replace('[]', '').split('.');
  return path.length === 0 ? `r.${column}` : `r.${column} #>> '{${path.join(',')}}'`;
}
