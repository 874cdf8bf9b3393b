import { errors, type Finding } from '../../platform/errors.ts';
import { createThreads, ThreadExhausted, ThreadRefused, ThreadsBusy } from '../../platform/threads.ts';

export type View = Readonly<Record<string, unknown>>;

/** The result of a template: HTML or text of a mail, or HTML of a part of a page, which is written in Markdown. */
export type TemplateKind = 'html' | 'text' | 'page';
/** A template to render; a template without a view is only parsed. */
type TemplateTask = { kind: TemplateKind; template: string; view?: View };

/** Imports the template library when the first mail is rendered, because the library is large. */
const engine = () => import('../../../workers/template-engine.mjs');

const usualDeadlineMs = 1000;

/** The code of the threads. Its relative path is the same in the sources and in the build. */
const program = new URL('../../../workers/render-template.mjs', import.meta.url);

/**
 * Renders the templates of organizations in threads with a time limit, because even a short template may never end.
 * Mails and pages have separate threads, so that previews do not delay them.
 * @param deadlineMs the time limit for one template
 */
export function createTemplates(deadlineMs = usualDeadlineMs) {
  const make = (atOnce: number, perOwner = 8) =>
    createThreads<TemplateTask, string>({
      script: program,
      concurrency: atOnce,
      deadlineMs,
      memoryMb: 128,
      waiting: { perOwner, total: 100 },
    });
  const previews = make(2);
  const mails = make(2);
  // Many buyers may open the pages of one seller at the same time.
  const pages = make(2, 64);
  return {
    previews,
    mails,
    pages,
    stop: async (): Promise<void> => {
      await Promise.all([previews.stop(), mails.stop(), pages.stop()]);
    },
  };
}

export type TemplateThreads = ReturnType<typeof createTemplates>['mails'];

/** A template in a request, with its JSON pointer. */
export type TemplateInput = { pointer: string; template: string };

/**
 * Validates templates and returns the findings. Templates are parsed sequentially, each with a time limit, so that
 * other requests are served in between.
 * @throws 503 (unavailable) if the threads are busy
 */
export async function templateFindings(
  threads: Pick<TemplateThreads, 'run'>,
  organizationId: string,
  given: readonly TemplateInput[],
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
  // A text without a brace has no placeholder and is valid.
  if (!template.includes('{')) return undefined;
  try {
    await threads.run(organizationId, { kind: 'html', template });
    return undefined;
  } catch (error) {
    if (error instanceof ThreadRefused) return `is not a valid template: ${error.message}`;
    if (error instanceof ThreadExhausted) return `cannot be read: ${error.message}`;
    throw orUnavailable(error);
  }
}

/** Converts the error for busy threads to a 503 response. */
export const orUnavailable = (error: unknown): unknown =>
  error instanceof ThreadsBusy
    ? errors.unavailable('Too many template previews are in flight.', {
        cause: error,
        headers: { 'retry-after': '1' },
      })
    : error;
