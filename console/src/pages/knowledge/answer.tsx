import type { KnowledgeAnswer } from '@tradepost/sdk';
import { useState } from 'react';
import { tradepost } from '../../api.ts';
import { useOrganization } from '../../organization.ts';
import { Card } from '../../ui/card.tsx';
import { useChange } from '../../ui/change.ts';
import { Button } from '../../ui/controls.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { money } from '../../ui/money.tsx';
import { Failure } from '../../ui/states.tsx';
import { SourceLink } from './source-link.tsx';

/** The answer of the language model to the searched words, on request, with its sources. */
export function Answer({ orgId, question }: { orgId: string; question: string }) {
  const [answer, setAnswer] = useState<KnowledgeAnswer>();
  const { missingPermission } = useOrganization(orgId);
  const asking = useChange(
    orgId,
    () => tradepost.in(orgId).knowledge.answerQuestion({ question }),
    (found: KnowledgeAnswer) => setAnswer(found),
  );
  if (!answer)
    return (
      <>
        <div className="flex flex-wrap items-center gap-3">
          <Button
            reason={missingPermission('knowledge:answer')}
            disabled={asking.isPending}
            onClick={() => asking.send()}
          >
            {asking.isPending ? 'Answering …' : 'Answer with AI'}
          </Button>
          <span className="text-sm text-quiet">
            A language model answers from the results. Its use is charged.
          </span>
        </div>
        {asking.error && <Failure error={asking.error} />}
      </>
    );
  const { citations = [], usage } = answer;
  return (
    <Card
      title="Answer"
      help={
        usage?.chargedCents === undefined
          ? undefined
          : `Charged: ${money(usage.chargedCents / 100, 'USD')}. Check the sources.`
      }
    >
      <div role="status">
        <Markdown of={answer.answer || 'The documentation and your records do not answer this question.'} />
      </div>
      {citations.length > 0 && (
        <ol className="list-decimal pl-6">
          {citations.map((citation) => (
            <li key={`${citation.type} ${citation.id} ${citation.link}`}>
              <SourceLink orgId={orgId} of={citation} />
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
