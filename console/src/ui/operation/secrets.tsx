import { useState } from 'react';
import { Button, Row } from '../controls.tsx';
import { valueAt } from '../form/pointers.ts';

type SecretsProps = { labels: Readonly<Record<string, string>>; answer: unknown };

/** The secrets of a response, which the service does not return again, with buttons to copy them. */
export const Secrets = ({ labels, answer }: SecretsProps) => (
  <section aria-live="polite">
    <p>Store the value now. It is not shown again.</p>
    <dl>
      {Object.entries(labels).flatMap(([path, label]) => {
        const value = valueAt(answer, `/${path}`);
        return value === undefined || value === null
          ? []
          : [
              <dt key={`${path} label`}>{label}</dt>,
              <CopyValue key={path} label={label} value={String(value)} />,
            ];
      })}
    </dl>
  </section>
);

function CopyValue({ label, value }: { label: string; value: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = () => void navigator.clipboard.writeText(value).then(() => setIsCopied(true));
  return (
    <dd>
      <Row>
        <code>{value}</code>
        <Button onClick={copy} aria-label={`Copy ${label}`}>
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </Row>
    </dd>
  );
}
