import pg from 'pg';

export type Origin = { table: string; id: string; distinct: readonly string[] };

/** The id of the nth copy of a row. */
export const copyId = (origin: string, n: number): string =>
  `${origin.slice(0, origin.indexOf('_'))}_${String(n).padStart(26, '0')}`;

/** Copies a row many times, each with a creation time one millisecond later. Only ids and `distinct` columns differ. */
export async function copyRow(connectionString: string, origin: Origin, copies: number): Promise<void> {
  const { table, id, distinct } = origin;
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped
       AND attgenerated = '' AND attidentity = ''`,
      [table],
    );
    const names = rows.map(({ name }) => name);
    const copied = names.map((name) => {
      if (name === 'id') return `$2 || lpad(n::text, 26, '0')`;
      if (name === 'creation_time') return `o.creation_time + n * interval '1 millisecond'`;
      return distinct.includes(name) ? `n || o.${name}` : `o.${name}`;
    });
    const insert = `INSERT INTO ${table} (${names.join(', ')}) SELECT ${copied.join(', ')}
                    FROM ${table} o, generate_series($3::integer, $4::integer) AS n WHERE o.id = $1`;
    const prefix = id.slice(0, id.indexOf('_') + 1);
    for (let first = 1; first <= copies; first += 50_000)
      await client.query(insert, [id, prefix, first, Math.min(copies, first + 49_999)]);
    await client.query(`VACUUM (ANALYZE) ${table}`);
    await client.query('CHECKPOINT');
  } finally {
    await client.end();
  }
}
