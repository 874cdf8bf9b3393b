import { rooms } from './layout.ts';

/** One request, job or transaction of a walk, and the rooms of the slice that it visits, in order. */
export type Step = { name: string; visits: string[] };

/** How ARCHITECTURE.md describes a walk: below a heading, through the rooms of a slice. */
export type Walk = { heading: string; slice: string; isOneTransaction: boolean };

export const walks: readonly Walk[] = [
  { heading: 'An offer:', slice: 'offers', isOneTransaction: false },
  { heading: 'An agreement:', slice: 'entitlements', isOneTransaction: true },
];

/** The rooms that a text names in paths or by themselves, `change/` or `terms/begin.ts`, in order. */
function roomsIn(text: string, slice: string): string[] {
  const inside = rooms[slice] ?? [];
  return [...text.matchAll(/`(?:([\w-]+)\/)?([\w-]+)\/[\w./-]*`/g)].flatMap(([, above, room = '']) =>
    inside.includes(room) && (above === undefined || above === slice) ? [room] : [],
  );
}

/** A room that follows itself was not left. */
const withoutStays = (visits: readonly string[]): string[] =>
  visits.filter((room, index) => room !== visits[index - 1]);

/**
 * Reads a walk's steps: the numbered paragraphs below its heading. One that does not begin with a name goes on with the
 * one before. A sentence "step 3 enters … again" belongs to that step, wherever it stands: the room was left, also where it was the last.
 * @throws Error when there is no such walk
 */
export function stepsOf(architecture: string, { heading, slice, isOneTransaction }: Walk): Step[] {
  const section = architecture.split(/^## /m).find((part) => part.startsWith(heading));
  if (section === undefined) throw new Error(`ARCHITECTURE.md has no walk "${heading}"`);
  const steps: Step[] = [];
  const numbered = new Map<string, Step>();
  for (const [, number = '', text = ''] of section.matchAll(/^(\d+)\. ([\s\S]*?)(?=^\d+\. |^\s*$)/gm)) {
    const name = /^\*\*(.+?)\.?\*\*/.exec(text)?.[1];
    const last = steps.at(-1);
    const step =
      last && (isOneTransaction || name === undefined) ? last : { name: name ?? number, visits: [] };
    if (step !== last) steps.push(step);
    numbered.set(number, step);
    step.visits = withoutStays([...step.visits, ...roomsIn(text, slice)]);
  }
  for (const [, number = '', text = ''] of section.matchAll(/\bstep (\d+) enters (.*?) again\b/gs))
    numbered.get(number)?.visits.push(...roomsIn(text, slice));
  return steps;
}

/** Says which rooms the steps of a walk enter again after they left them. */
export const reentriesOf = (steps: readonly Step[]): string[] =>
  steps.flatMap(({ name, visits }) =>
    visits
      .filter((room, index) => visits.indexOf(room) < index)
      .map((room) => `${name}: ${room}/, of ${visits.join(' → ')}`),
  );
