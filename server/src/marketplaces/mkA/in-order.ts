/** How many things are asked for at the same moment. */
const atOnce = 6;

/** Asks for something of each item, some at a time. The answers are in the order of the items. */
export async function inOrder<Item, Answer>(
  items: readonly Item[],
  ask: (item: Item) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const at = next++;
      answers[at] = await ask(items[at] as Item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return answers;
}
