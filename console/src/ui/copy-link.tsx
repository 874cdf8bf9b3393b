import { Link2 } from 'lucide-react';
import { Button } from './controls.tsx';
import { SafeLink } from './safe-link.tsx';
import { toast } from './toast.tsx';

/** A button that copies a link for the buyer. */
export const CopyLinkButton = ({ to, kind }: { to: string; kind?: 'primary' }) => (
  <Button
    icon={Link2}
    {...(kind && { kind })}
    onClick={() => void navigator.clipboard.writeText(to).then(() => toast('The link is copied.'))}
  >
    Copy link
  </Button>
);

/** A link to a page of the buyer, with a button that copies the link for the buyer. */
export const CopyLink = ({ to, children }: { to: string; children: string }) => (
  <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
    <SafeLink to={to}>{children}</SafeLink>
    <CopyLinkButton to={to} />
  </span>
);
