import { Navigate } from '@tanstack/react-router';
import { useOrganizations } from '../../organization.ts';
import { paths } from '../../paths.ts';
import { Failure, Loading } from '../../ui/states.tsx';

/** Redirects to the only organization, or to the list of organizations. */
export function EntryPage() {
  const { data, error } = useOrganizations();
  if (error) return <Failure error={error} />;
  if (!data) return <Loading />;
  const [first] = data;
  return first && data.length === 1 ? (
    <Navigate to={paths.overview} params={{ orgId: first.id }} replace />
  ) : (
    <Navigate to={paths.organizations} replace />
  );
}
