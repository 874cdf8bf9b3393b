import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from './controls.tsx';

type CopyProps = { of: string; label?: string };

/** A button that copies a text. */
export function CopyButton({ of, label = 'identifier' }: CopyProps) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () => void navigator.clipboard.writeText(of).then(() => setCopied(true));
  return (
    <IconButton
      icon={isCopied ? Check : Copy}
      label={isCopied ? 'Copied' : `Copy ${label}`}
      className="size-6"
      onClick={copy}
    />
  );
}

/** An identifier with a button that copies it. */
export const CopyId = (props: CopyProps) => (
  <span className="flex min-w-0 items-center gap-1">
    <code className="min-w-0 truncate text-xs" title={props.of}>
      {props.of}
    </code>
    <CopyButton {...props} />
  </span>
);
