/** Number of hexadecimal digits that a double represents exactly. */
const digits = 13;
const firstCapacity = 1024;

/**
 * Creates a function that returns the number of its earlier calls with the same hash. A file may have
 * millions of lines; a numeric table needs a tenth of the memory of a map of strings.
 */
export function createOccurrences(): (hash: string) => number {
  // A slot with the count 0 is free.
  let table = createTable(firstCapacity);
  let size = 0;
  return (hash) => {
    if (size * 2 >= table.counts.length) table = growTable(table);
    const key = Number.parseInt(hash.slice(0, digits), 16);
    const slot = slotOf(table, key);
    const before = table.counts[slot] as number;
    if (before === 0) size++;
    table.keys[slot] = key;
    table.counts[slot] = before + 1;
    return before;
  };
}

type Table = { keys: Float64Array; counts: Uint32Array };

const createTable = (capacity: number): Table => ({
  keys: new Float64Array(capacity),
  counts: new Uint32Array(capacity),
});

/** Finds the slot of a key, or the free slot for a new key. */
function slotOf({ keys, counts }: Table, key: number): number {
  let slot = key % keys.length;
  while (counts[slot] !== 0 && keys[slot] !== key) slot = (slot + 1) % keys.length;
  return slot;
}

function growTable(table: Table): Table {
  const larger = createTable(table.counts.length * 2);
  for (const [index, count] of table.counts.entries()) {
    if (count === 0) continue;
    const key = table.keys[index] as number;
    const slot = slotOf(larger, key);
    larger.keys[slot] = key;
    larger.counts[slot] = count;
  }
  return larger;
}
