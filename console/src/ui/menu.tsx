import type { LucideIcon } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { loadPopups } from './dialog.tsx';

export type MenuItem = {
  label: string;
  icon?: LucideIcon;
  onSelect?: () => void;
  /** The reason why the item is unavailable, shown below its label. */
  reason?: string;
  /** An address outside of the console. */
  href?: string;
  /** Whether the item is selected; the menu stays open when an item with this property is pressed. */
  checked?: boolean;
  /** Whether the menu closes when an item with `checked` is pressed. */
  closes?: boolean;
  /** Distinguishes items with the same label. */
  key?: string;
  /** Whether there is a line above the item. */
  isSeparated?: boolean;
};

export type MenuProps = {
  label?: string;
  title?: string;
  /** The content of the button that opens the menu. */
  trigger: ReactNode;
  className: string;
  items: readonly MenuItem[];
};

const Popup = lazy(async () => ({ default: (await loadPopups()).MenuPopup }));

/** A button that opens a menu. The code of the menu is loaded when it is first opened. */
export function Menu(props: MenuProps) {
  const [isUsed, setUsed] = useState(false);
  const { label, title, trigger, className } = props;
  const closed = (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      aria-label={label}
      title={title}
      className={className}
      onClick={() => setUsed(true)}
    >
      {trigger}
    </button>
  );
  if (!isUsed) return closed;
  return (
    <Suspense fallback={closed}>
      <Popup {...props} />
    </Suspense>
  );
}
