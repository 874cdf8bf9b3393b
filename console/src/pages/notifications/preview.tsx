import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { tradepost } from '../../api.ts';
import { keys, useOrganization } from '../../organization.ts';
import { Code } from '../../ui/code.tsx';
import { type Json, valueAt } from '../../ui/form/pointers.ts';
import { Facts } from '../../ui/page.tsx';
import { Failure, Loading } from '../../ui/states.tsx';

type Props = { orgId: string; scope: string; values: Json };

const pauseMs = 500;

/**
 * The mail with the entered subject and text, about an example record. It is shown as text, because a page of the
 * console never renders markup of others.
 */
export function TemplatePreview({ orgId, scope, values }: Props) {
  const { missingPermission } = useOrganization(orgId);
  const reason = missingPermission('notifications:write');
  const entered = (name: string) =>
    String(valueAt(values, `/emailNotificationScopeEventConfigs/${scope}/${name}`) ?? '');
  const asked = useLater(JSON.stringify([entered('subjectOverride'), entered('templateOverride')]));
  const [subjectOverride = '', templateOverride = ''] = JSON.parse(asked) as string[];
  const { data, error } = useQuery({
    queryKey: keys.list(orgId, 'notificationTemplate', { scope, asked }),
    queryFn: ({ signal }) =>
      tradepost.in(orgId).notificationTemplate.preview(
        {
          scope: scope as 'CREATE.OFFER',
          ...(subjectOverride ? { subjectOverride } : {}),
          ...(templateOverride ? { templateOverride } : {}),
        },
        { signal },
      ),
    enabled: reason === undefined,
    placeholderData: (before) => before,
  });
  return (
    <section aria-label="Preview" className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-line pt-4">
      <h3>Preview</h3>
      {reason && <p className="text-quiet">{reason}</p>}
      {error ? <Failure error={error} /> : !data && !reason && <Loading />}
      {data && !error && (
        <>
          <Facts of={[['Subject', data.subject]]} />
          <div className="max-w-2xl rounded-lg border border-line bg-raised/50 p-4 whitespace-pre-wrap wrap-anywhere">
            {data.textContent}
          </div>
          <details>
            <summary className="py-1 font-medium">HTML of the mail</summary>
            <Code of={data.htmlContent ?? ''} label="HTML of the mail" />
          </details>
        </>
      )}
    </section>
  );
}

/** Returns the latest text that has been unchanged for a moment. */
function useLater(text: string): string {
  const [later, setLater] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setLater(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return later;
}
