/** The mark of a value that a record does not have. The cards of lists on phones omit it. */
export const none = <span className="none">–</span>;
