/**
 * What the shell gives to remotes at run time. It travels through the loader data of the shell's root route,
 * never through a `createContext` of this package: each remote bundles its own copy of `shared`, so a context
 * created here would be a different, empty one in every remote.
 */
import { useRouteLoaderData } from 'react-router-dom';
import type { Company } from '../content/company.ts';
import type { FindablePage } from './registry.ts';

/** Id of the shell's root route. */
export const SHELL_ROUTE_ID = 'shell';

/** Who is looking at the page. */
export type Session = { status: 'anonymous' } | { status: 'signed-in'; name: string };

/** Loader data of the shell's root route. */
export interface ShellData {
  company: Company;
  session: Session;
  /** The site's public origin, without a trailing slash: `https://example.com`. */
  origin: string;
  /** What this browser alone gets to see; absent for everybody else. */
  trial?: TrialNotice;
}

/** What a visitor is told whose browser gets other releases than everybody else. */
export interface TrialNotice {
  /** `mf-blog 1a2b3c…` */
  releases: string[];
  /** How long it goes on, in words: `7 h`. Absent when nothing but the form ends it. */
  left?: string;
  /** Where the form that ends it is sent to. */
  action: string;
}

/** `handle` of a remote's route. */
export interface RouteHandle {
  /** How much frame the page wants. `bare-header`: a header of logo and theme toggle; `bare`: that, without footer. */
  layout?: 'bare' | 'bare-header';
  /** Visitors who are not logged in go to the login page first, and come back. */
  session?: 'required';
  /**
   * Parameters of the query string that its loader or its page reads on the server; nothing else of it reaches them,
   * when the page is for an anonymous visitor. Each other one would be a page of its own to keep (decision 057).
   */
  search?: readonly string[];
  /** Passwords are typed there: no browser keeps the page, so that going back to it does not bring them up again. */
  isSecret?: true;
  /**
   * Search engines may find it: at its path, at the addresses that its parameters have, or at those of a site map of
   * its own when they change while the site runs. The release carries it. Name addresses on the server only
   * (`import.meta.env.SSR`): no browser needs them.
   */
  find?: true | readonly FindablePage[] | { siteMap: string } | undefined;
}

/**
 * What a loader, and the action of a form sent without script, find in `context` while the server renders. In the
 * browser there is none, see `shared/api-client/api.ts`.
 */
export interface ServerLoaderContext {
  /** Calls the API directly, on behalf of the visitor; `path` begins with `/api/`. */
  apiFetch: (path: string, init?: RequestInit) => Promise<Response>;
}

function useShellData(): ShellData {
  const data = useRouteLoaderData(SHELL_ROUTE_ID) as ShellData | undefined;
  if (!data) throw new Error(`No loader data for route "${SHELL_ROUTE_ID}": is this page rendered outside a shell?`);
  return data;
}

/** The company's name, phone, mail and addresses, as the shell has them now. */
export function useCompany(): Company {
  return useShellData().company;
}

/** The site's public origin, for canonical links. */
export function useOrigin(): string {
  return useShellData().origin;
}

/** The visitor's session. */
export function useSession(): Session {
  return useShellData().session;
}

/** What the visitor is told about a trial; undefined when there is none. */
export function useTrial(): TrialNotice | undefined {
  return useShellData().trial;
}
