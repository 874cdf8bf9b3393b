-- Compatible: version 0.2.0 says in its connections that it knows of secured grants, and sees by the other policies.
-- One table a migration: two that a program asks in another order would be a deadlock.
DROP POLICY version_before ON principal_grant;
