import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from './controls.tsx';

/** An identifier with a button that copies it. */
export function CopyId({ of, label = 'identifier' }: { of: string; label?: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () => void navigator.clipboard.writeText(of).then(() => setCopied(true));
  return (
    <span className="flex min-w-0 items-center gap-1">
      <code className="min-w-0 truncate text-xs" title={of}>
        {of}
      </code>
      <IconButton
        icon={isCopied ? Check : Copy}
        label={isCopied ? 'Copied' : `Copy ${label}`}
        className="size-6"
        onClick={copy}
      />
    </span>
  );
}
