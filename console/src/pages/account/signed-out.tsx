import { Page } from '../../ui/page.tsx';

/** The page that all tabs show after a sign-out. */
export const SignedOutPage = () => (
  <Page title="You are signed out" isAlone>
    <p>
      <a href="/console/">Sign in again</a>
    </p>
  </Page>
);
