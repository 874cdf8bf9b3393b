import { Link } from '@tanstack/react-router';
import type { Overview } from '@tradepost/sdk';
import { Circle, CircleCheck } from 'lucide-react';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { inWords } from '../../ui/words.ts';

type Step = { words: string; help: string; to?: (typeof paths)[keyof typeof paths] };

/** The first steps; a step with a page has a link. */
const known: Readonly<Record<string, Step>> = {
  integration: {
    words: 'Connect a marketplace',
    help: 'Test organizations use the built-in sandbox.',
    to: paths.integrations,
  },
  product: { words: 'Add a product', help: 'The software that you sell.', to: paths.products },
  offer: { words: 'Create an offer', help: 'The price and terms for one buyer.', to: paths.newOffer },
  entitlement: {
    words: 'Get an offer accepted',
    help: 'In a test organization, open an offer and accept it as the buyer.',
    to: paths.offers,
  },
  notification: {
    words: 'Set up notifications',
    help: 'A webhook, or mail to members if the operator has a mail server.',
    to: paths.notifications,
  },
  crm: {
    words: 'Connect a CRM',
    help: 'Opportunities and accounts are linked to offers.',
    to: paths.integrations,
  },
};

/** The onboarding checklist of a new organization, hidden when it is complete. */
export function FirstSteps({ orgId, steps }: { orgId: string; steps: Overview['checklist'] }) {
  const isOpen = ({ done, skipped }: Overview['checklist'][number]) => !done && !skipped;
  const open = steps.filter(isOpen).length;
  if (open === 0) return null;
  return (
    <Card title="First steps" help={`${steps.length - open} of ${steps.length} are done`}>
      <ol className="grid gap-2.5">
        {steps.map((one) => {
          const { words, help, to } = known[one.step] ?? { words: inWords(one.step), help: '' };
          const Icon = isOpen(one) ? Circle : CircleCheck;
          return (
            <li key={one.step} className="flex items-start gap-2.5">
              <Icon
                size={18}
                aria-hidden="true"
                className={`mt-0.5 shrink-0 ${isOpen(one) ? 'text-edge' : 'text-good'}`}
              />
              <div>
                {isOpen(one) && to ? (
                  <Link to={to as typeof paths.offers} params={{ orgId }}>
                    {words}
                  </Link>
                ) : (
                  words
                )}
                <span className="sr-only">
                  {one.done ? ': done' : one.skipped ? ': skipped' : ': to be done'}
                </span>
                {isOpen(one) && <p className="text-sm text-quiet">{help}</p>}
              </div>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
