/**
 * What the shell gives to remotes at run time. It travels through the loader data of the shell's root route,
 * never through a `createContext` of this package: each remote bundles its own copy of `shared`, so a context
 * created here would be a different, empty one in every remote.
 */
import { useEffect } from 'react';
import { useRouteLoaderData } from 'react-router-dom';
import type { Company } from '../content/company.ts';
import { SESSION_CHANGED } from './later-choice.ts';
import type { FindablePage } from './registry.ts';

/** Id of the shell's root route. */
export const SHELL_ROUTE_ID = 'shell';

/** Who is looking at the page; the id is the account's. `isUnknown`: the API could not say whose session it is. */
export type Session = { status: 'anonymous'; isUnknown?: true } | { status: 'signed-in'; id: string; name: string };

/** Loader data of the shell's root route. */
export interface ShellData {
  company: Company;
  session: Session;
  /** The site's public origin, without a trailing slash: `https://example.com`. */
  origin: string;
  /** A notice for this browser alone; absent for everybody else. */
  trial?: TrialNotice;
}

/** The notice to a visitor whose browser gets other releases than everybody else. */
export interface TrialNotice {
  /** `mf-blog 1a2b3c…` */
  releases: string[];
  /** How much longer the trial lasts, in words: `7 h`. Absent if only the form ends it. */
  left?: string;
  /** Where the form that ends it is sent to. */
  action: string;
}

/** `handle` of a remote's route. */
export interface RouteHandle {
  /**
   * How much of the site's frame the page has. `bare-header`: the header has only the logo and the theme toggle;
   * `bare`: the same, and no footer.
   */
  layout?: 'bare' | 'bare-header';
  /** Visitors who are not logged in go to the login page first, and come back. */
  session?: 'required';
  /**
   * Parameters of the query string that its loader or its page reads on the server. For anonymous visitors they get no
   * others: each further parameter would make another page to keep (decision 057).
   */
  search?: readonly string[];
  /** Passwords are typed there: no browser keeps the page, so that going back to it does not bring them up again. */
  isSecret?: true;
  /**
   * Search engines may find it: at its path; at the given addresses, if it has parameters; or at those of a site map of
   * its own, if they change while the site runs. This goes into the release. Name addresses on the server only
   * (`import.meta.env.SSR`): no browser needs them.
   */
  find?: true | readonly FindablePage[] | { siteMap: string } | undefined;
}

/**
 * The `context` that a loader, or the action of a form sent without script, gets while the server renders. In the
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

/**
 * Lets the shell ask who is logged in, if a page was given what belongs to another member than {@link useSession} says:
 * another tab has logged in or out since.
 * @param account id of the account whose it is; null for nobody's, undefined if that is not known
 */
export function useRenewedSession(account: string | null | undefined): void {
  const session = useSession();
  const isStale = account !== undefined && account !== (session.status === 'signed-in' ? session.id : null);
  useEffect(() => {
    if (isStale) dispatchEvent(new Event(SESSION_CHANGED));
  }, [isStale]);
}

/** What the visitor is told about a trial; undefined when there is none. */
export function useTrial(): TrialNotice | undefined {
  return useShellData().trial;
}
