import { html, longestTemplate, plain } from '../../../workers/template-engine.mjs';
import { createThreads } from '../../platform/threads.ts';

export type View = Readonly<Record<string, unknown>>;

/** Why a template cannot be used; undefined when it can. */
export function templateProblem(template: string): string | undefined {
  if (template.length > longestTemplate) return `must be at most ${longestTemplate} characters long`;
  try {
    html.parse(template);
    return undefined;
  } catch (error) {
    return `is no template: ${(error as Error).message.split('\n', 1)[0]?.slice(0, 200)}`;
  }
}

export type TemplateKind = 'html' | 'text';

const usualDeadlineMs = 1000;

/** As far from here in the sources as where they are built. */
const program = new URL('../../../workers/render-template.mjs', import.meta.url);

/**
 * Renders the templates of organizations, in threads with a deadline: a few words of a template may take any time. Mails
 * have threads of their own, so that no preview keeps them waiting.
 * @param deadlineMs how long one template may take
 */
export function createTemplates(deadlineMs = usualDeadlineMs) {
  const make = (atOnce: number) =>
    createThreads<{ kind: TemplateKind; template: string; view: View }, string>({
      ...{ program, atOnce, deadlineMs, memoryMb: 128 },
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

/** Our own templates take no more than they need, whatever the values are. */
const unlimited = { memoryLimit: Number.POSITIVE_INFINITY };

/** One of our own templates, as HTML. */
export const renderOwnHtml = (template: string, view: View): string =>
  html.parseAndRenderSync(template, view, unlimited);

/** One of our own templates, as text. */
export const renderOwnText = (template: string, view: View): string =>
  plain.parseAndRenderSync(template, view, unlimited);
