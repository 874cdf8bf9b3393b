-- Compatible: version 0.2.0 says in its connections that it knows of secured grants, and sees by the other policies.
DROP POLICY version_before ON integration;
DROP FUNCTION version_before();
