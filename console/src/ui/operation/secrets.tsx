import { Callout } from '../callout.tsx';
import { CopyId } from '../copy-id.tsx';
import { valueAt } from '../form/pointers.ts';
import { Facts } from '../page.tsx';

type SecretsProps = { labels: Readonly<Record<string, string>>; answer: unknown };

/** The secrets of a response, which the service does not return again, with buttons to copy them. */
export const Secrets = ({ labels, answer }: SecretsProps) => (
  <>
    <Callout kind="warning" role="status">
      Store the value now. It is shown only once.
    </Callout>
    <Facts
      isNarrow
      of={Object.entries(labels).map(([path, label]) => {
        const value = valueAt(answer, `/${path}`);
        return [
          label,
          typeof value === 'string' && <CopyId key={path} of={value} label={label.toLowerCase()} />,
        ];
      })}
    />
  </>
);
