import { expect, test } from 'vitest';
import { CONTRACT_VERSION } from './remote.ts';
import { sharedModules } from './shared-modules.ts';

// A remote that imports a new name fails in shells that lack it, unless the contract makes those shells refuse it.
test('what remotes are given belongs to a contract: another name is another version', () => {
  expect({ contract: CONTRACT_VERSION, names: Object.values(sharedModules).flat().toSorted().join(' ') }).toEqual({
    contract: 7,
    names:
      '* * * Outlet ThemeProvider css data isRouteErrorResponse keyframes styled useActionData ' +
      'useLoaderData useLocation useNavigate useNavigationType useParams useRevalidator useRouteError ' +
      'useRouteLoaderData useTheme',
  });
});
