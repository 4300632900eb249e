/** Query parameter of a page whose form was sent without script and has arrived; its route names it in `search`. */
const SENT = 'sent';

/** URL of the page that says so, for `seeOther`: coming back to it or reloading it sends nothing again. */
export function sentPage(path: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${SENT}`;
}

export function wasSent({ search }: { search: string }): boolean {
  return new URLSearchParams(search).has(SENT);
}
