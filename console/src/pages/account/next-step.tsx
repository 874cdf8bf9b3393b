/** Returns the page of an organization to continue with, from the query string; undefined for other addresses. */
function nextPage(): string | undefined {
  const next = new URLSearchParams(location.search).get('next') ?? '';
  return /^\/console\/org\/[\w.-]+$/.test(next) ? next : undefined;
}

/** The way to the organization after an invitation, if the organization requires a second factor first. */
export function NextStep() {
  const next = nextPage();
  if (!next) return null;
  return (
    <p role="status">
      You have joined the organization. It requires a second factor: <a href="#second-factor">set one up</a>,
      then <a href={next}>continue to the organization</a>.
    </p>
  );
}
