import { expect, test } from 'vitest';
import { csvOf } from '../src/ui/csv.ts';

async function* rowsOf(...names: string[]) {
  yield* names.map((name) => ({ name, amount: 1.5 }));
}
const columns = [
  { name: 'Name', value: ({ name }: { name: string }) => name },
  { name: 'Amount', value: ({ amount }: { amount: number }) => amount },
];

test('an export has a line for each row; texts are quoted where necessary, and never executed as formulas', async () => {
  const lines = await csvOf(rowsOf('Plain', 'A "quoted", text', '=1+1', '-5'), columns);
  expect(lines).toEqual([
    '\uFEFFName,Amount\r\n',
    'Plain,1.5\r\n',
    '"A ""quoted"", text",1.5\r\n',
    "'=1+1,1.5\r\n",
    "'-5,1.5\r\n",
  ]);
});
