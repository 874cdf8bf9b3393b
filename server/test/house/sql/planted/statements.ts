/** Never run: statements with names that the database does not have, each in another place. */
type Statement = { name: string; text: string; values: readonly unknown[] };
type Client = { query(text: string): Promise<void> };

const ofOffer = ['id', 'nmae'].map((column) => `o.${column}`).join(', ');

export const inConstants: Statement = { name: '', text: `SELECT ${ofOffer} FROM offer o`, values: [] };

const condition = (alias: string, column: string) => `${alias}.${column} IS NOT NULL`;

export const inFunctions = (withBuyer: boolean): Statement => ({
  name: '',
  text: `SELECT o.id FROM offer o
    ${withBuyer ? 'JOIN buyer b ON b.organization_id = o.organization_id AND b.idd = o.buyer_id' : ''}
    WHERE ${condition('o', 'end_tme')} AND expire_tme > now()`,
  values: [],
});

const removeFrom = (table: 'offer' | 'job', keptSince: string): Statement => ({
  name: '',
  text: `DELETE FROM ${table} t WHERE t.${keptSince} < now()`,
  values: [],
});
export const byCalls = [removeFrom('offer', 'creation_time'), removeFrom('job', 'removed_since')];

export const inWrites: Statement = {
  name: '',
  text: `INSERT INTO buyer AS q (organization_id, nme) VALUES ($1, $2)
    ON CONFLICT (organization_id, id) DO UPDATE SET descripton = EXCLUDED.descripion
    RETURNING q.organisation_id`,
  values: [],
};

export const inParts: Statement = {
  name: '',
  text: `WITH late AS (
      UPDATE job j SET attemps = j.attempts + 1 FROM unnest($1::text[]) AS u (wanted)
      WHERE j.id = u.wantd RETURNING j.id, j.lane)
    SELECT late.id, late.line, l.named FROM late
    CROSS JOIN LATERAL (SELECT o.name AS named FROM organization o) l ORDER BY late.lane`,
  values: [],
};

export const asText = (client: Client, found: string) =>
  client.query(`SELECT name FROM person WHERE nam = 'x' AND email = '${found}'`);

export const apart = 'AND o.status = 1';

export const ofNoTable: Statement = { name: '', text: 'SELECT o.id FROM offers o', values: [] };

export const ofAnything = (client: Client, condition: string) =>
  client.query(`SELECT p.id FROM product p WHERE ${condition}`);
