/** The mark of the product: a signpost with a board to each side. */
export const Logo = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true" className="size-6 shrink-0 text-accent">
    <rect width="24" height="24" rx="6" fill="currentColor" />
    <path
      d="M12 5v14M6 8h9l2.5 1.75L15 11.5H6zM18 13H9l-2 1.5L9 16h9z"
      className="fill-none stroke-on-accent"
      strokeWidth="1.6"
      strokeLinejoin="round"
      strokeLinecap="round"
    />
  </svg>
);
