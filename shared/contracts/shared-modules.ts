/**
 * The modules that the shell provides to remotes at run time, each loaded once for the whole site.
 *
 * For two large packages only the listed exports are provided, so that tree shaking keeps the shell small.
 * A remote that imports another name is refused when it is built and again when it is released. To offer one
 * more, add it here and in `shell/src/remotes/federation.ts`: the type there fails until both agree.
 */
export const sharedModules = {
  react: '*',
  'react/jsx-runtime': '*',
  'react-dom': '*',
  'react-router-dom': [
    'Outlet',
    'data',
    'isRouteErrorResponse',
    'useActionData',
    'useLoaderData',
    'useLocation',
    'useNavigate',
    'useNavigationType',
    'useParams',
    'useRevalidator',
    'useRouteError',
    'useRouteLoaderData',
  ],
  'styled-components': ['css', 'keyframes', 'styled', 'ThemeProvider', 'useTheme'],
} as const satisfies Record<string, '*' | readonly string[]>;

/** What releases that need links as components (`needsLinks`) are given in addition. */
export const olderModules = { 'react-router-dom': ['Link', 'NavLink'] } as const satisfies Partial<
  Record<SharedModule, readonly string[]>
>;

export type SharedModule = keyof typeof sharedModules;
