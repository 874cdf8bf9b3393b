import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { calls } from '../calls.ts';

/** The calls behind a screen, to be made elsewhere. They hold no token. */
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
    <details>
      <summary>The calls behind this screen</summary>
      <Code title="TypeScript" text={typescript.join('\n')} />
      <Code title="curl" text={curl.join('\n')} />
    </details>
  );
}

const Code = ({ title, text }: { title: string; text: string }) => (
  <section>
    <h2>{title}</h2>
    <pre>{text || 'Nothing was called.'}</pre>
  </section>
);
