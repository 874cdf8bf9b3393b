import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { calls } from '../calls.ts';

/** The API calls of a page, without the token, so that they can be run elsewhere. */
export function CallsOfPage() {
  const { typescript, curl } = useSyncExternalStore(calls.subscribe, calls.current);
  const address = useRouterState({ select: ({ location }) => location.pathname });
  const [shown, setShown] = useState(address);
  useEffect(() => {
    if (address === shown) return;
    setShown(address);
    calls.clear();
  }, [address, shown]);
  return (
    <details className="mt-10 border-t border-line pt-4 text-quiet">
      <summary className="text-sm">API calls of this page</summary>
      <Code title="TypeScript" text={typescript.join('\n')} />
      <Code title="curl" text={curl.join('\n')} />
    </details>
  );
}

const Code = ({ title, text }: { title: string; text: string }) => (
  <section className="mt-4 grid gap-2">
    <h2 className="text-sm">{title}</h2>
    <pre className="text-ink">{text || 'No calls.'}</pre>
  </section>
);
