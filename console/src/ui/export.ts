import { type CsvColumn, csvOf, download } from './csv.ts';
import type { ListColumn, NameLookup } from './list.tsx';
import { allNames, mayReadNames, type NamedNoun } from './names.tsx';
import { toast } from './toast.tsx';

type Export<Row> = {
  orgId: string;
  /** The name of the list, and of the file. */
  label: string;
  /** Reads all rows that match the filters. */
  readAll?: (() => AsyncIterable<Row>) | undefined;
  /** The records whose names the export contains. */
  names?: readonly NamedNoun[];
  shown: readonly ListColumn<Row>[];
  missingPermission: (permission: string) => string | undefined;
};

/** Saves the rows of a list, with the shown columns, as a CSV file. */
export async function exportRows<Row>(list: Export<Row>): Promise<void> {
  const { orgId, label, readAll, names = [], shown, missingPermission } = list;
  if (!readAll) return;
  const readable = names.filter((noun) => mayReadNames(noun, missingPermission));
  const known = new Map<NamedNoun, ReadonlyMap<string, string>>();
  for (const noun of readable) known.set(noun, await allNames(orgId, noun));
  const lookup: NameLookup = (noun, id) => (id === undefined ? undefined : (known.get(noun)?.get(id) ?? id));
  const texts = await csvOf(readAll(), csvColumns(shown, lookup));
  download(`${label.toLowerCase()}.csv`, texts);
  toast(`Exported ${(texts.length - 1).toLocaleString()} rows.`);
}

/** A column of the list may have several values, such as an amount and its currency. */
const csvColumns = <Row>(shown: readonly ListColumn<Row>[], lookup: NameLookup): CsvColumn<Row>[] =>
  shown.flatMap(({ csv }) =>
    csv
      ? Object.keys(csv({} as Row, lookup)).map((name) => ({
          name,
          value: (row: Row) => csv(row, lookup)[name],
        }))
      : [],
  );
