import { lazy } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { SignInPage } from '../features/sign-in/sign-in-page.js';
import { Failure, Loading } from '../ui/states.js';
import { CrashPage, NotFoundPage } from './crash-page.js';
import { SessionGate } from './session.js';
import { Shell } from './shell.js';
import { StepUp } from './step-up.js';

const PlaygroundPage = lazy(() => import('../features/playground/playground-page.js'));
const MatrixPage = lazy(() => import('../features/matrix/matrix-page.js'));
const SimulatorPage = lazy(() => import('../features/simulator/simulator-page.js'));
const PoliciesPage = lazy(() => import('../features/policies/policies-page.js'));
const AuditPage = lazy(() => import('../features/audit/audit-page.js'));
const KeysPage = lazy(() => import('../features/keys/keys-page.js'));
const PrincipalsPage = lazy(() => import('../features/principals/principals-page.js'));
const VaultPage = lazy(() => import('../features/vault/vault-page.js'));
const SubjectsPage = lazy(() => import('../features/subjects/subjects-page.js'));
const OverviewPage = lazy(() => import('../features/overview/overview-page.js'));
const JobsPage = lazy(() => import('../features/jobs/jobs-page.js'));
const AccountPage = lazy(() => import('../features/account/account-page.js'));
const PolicyPage = lazy(() => import('../features/policies/policy-page.js'));

const router = createBrowserRouter(
  [
    {
      Component: Shell,
      ErrorBoundary: CrashPage,
      children: [
        {
          ErrorBoundary: CrashPage,
          children: [
            { path: 'playground', Component: PlaygroundPage },
            { path: 'matrix', Component: MatrixPage },
            { path: 'simulator', Component: SimulatorPage },
            { path: 'policies', Component: PoliciesPage },
            { path: 'policies/:policyId', Component: PolicyPage },
            { path: 'audit', Component: AuditPage },
            { path: 'keys', Component: KeysPage },
            { index: true, Component: OverviewPage },
            { path: 'principals', Component: PrincipalsPage },
            { path: 'vault', Component: VaultPage },
            { path: 'subjects', Component: SubjectsPage },
            { path: 'jobs', Component: JobsPage },
            { path: 'account', Component: AccountPage },
            { path: '*', Component: NotFoundPage },
          ],
        },
      ],
    },
  ],
  { basename: '/console' },
);

export function App() {
  return (
    <SessionGate
      loading={<Loading rows={3} />}
      failed={(error, retry) => <Failure error={error} retry={retry} />}
      signedOut={(adopt, expired) => <SignInPage adopt={adopt} expired={expired} />}
    >
      <StepUp />
      <RouterProvider router={router} />
    </SessionGate>
  );
}
