import { errors, type Finding } from '../../platform/errors.ts';
import { createThreads, ThreadExhausted, ThreadRefused, ThreadsBusy } from '../../platform/threads.ts';

export type View = Readonly<Record<string, unknown>>;

export type TemplateKind = 'html' | 'text';
/** A template to render; without a view it is only parsed. */
type TemplateTask = { kind: TemplateKind; template: string; view?: View };

/** The library is not small, and loaded when the first mail is written. */
const engine = () => import('../../../workers/template-engine.mjs');

const usualDeadlineMs = 1000;

/** The program of the threads; it is as far from here in the sources as where they are built. */
const program = new URL('../../../workers/render-template.mjs', import.meta.url);

/**
 * Renders the templates of organizations, in threads with a deadline: a few words of a template may take any time. Mails
 * have threads of their own, so that no preview keeps them waiting.
 * @param deadlineMs how long one template may take
 */
export function createTemplates(deadlineMs = usualDeadlineMs) {
  const make = (atOnce: number) =>
    createThreads<TemplateTask, string>({
      program,
      atOnce,
      deadlineMs,
      memoryMb: 128,
      waiting: { ofOwner: 8, inAll: 100 },
    });
  const previews = make(2);
  const mails = make(2);
  return {
    previews,
    mails,
    stop: async (): Promise<void> => {
      await Promise.all([previews.stop(), mails.stop()]);
    },
  };
}

export type TemplateThreads = ReturnType<typeof createTemplates>['mails'];

/** A template of a request, and where it stands there. */
export type GivenTemplate = { pointer: string; template: string };

/**
 * Finds why templates cannot be used. They are parsed one after the other, each with the deadline of the threads:
 * others have their turn between them.
 * @throws unavailable when the threads are busy
 */
export async function templateFindings(
  threads: Pick<TemplateThreads, 'run'>,
  organizationId: string,
  given: readonly GivenTemplate[],
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { pointer, template } of given) {
    const message = await templateProblem(threads, organizationId, template);
    if (message) findings.push({ pointer, message });
  }
  return findings;
}

async function templateProblem(
  threads: Pick<TemplateThreads, 'run'>,
  organizationId: string,
  template: string,
): Promise<string | undefined> {
  const { longestTemplate } = await engine();
  if (template.length > longestTemplate) return `must be at most ${longestTemplate} characters long`;
  // Without a brace it is a text.
  if (!template.includes('{')) return undefined;
  try {
    await threads.run(organizationId, { kind: 'html', template });
    return undefined;
  } catch (error) {
    if (error instanceof ThreadRefused) return `is no template: ${error.message}`;
    if (error instanceof ThreadExhausted) return `cannot be read: ${error.message}`;
    throw orUnavailable(error);
  }
}

/** Turns an error of busy threads into the answer 503. */
export const orUnavailable = (error: unknown): unknown =>
  error instanceof ThreadsBusy
    ? errors.unavailable('Too many templates are tried at once.', {
        cause: error,
        headers: { 'retry-after': '1' },
      })
    : error;

/** Our own templates take no more than they need, whatever the values are. */
const unlimited = { memoryLimit: Number.POSITIVE_INFINITY };

/** Renders one of our own templates, as HTML. */
export const renderOwnHtml = async (template: string, view: View): Promise<string> =>
  (await engine()).html.parseAndRenderSync(template, view, unlimited);

/** Renders one of our own templates, as text. */
export const renderOwnText = async (template: string, view: View): Promise<string> =>
  (await engine()).plain.parseAndRenderSync(template, view, unlimited);
