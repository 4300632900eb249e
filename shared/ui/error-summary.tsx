import { useEffect, useId, useRef, type MouseEvent } from 'react';
import { styled } from 'styled-components';
import { Banner } from './banner.tsx';
import { ERROR } from './error-title.ts';

/** A field that was refused. */
export interface WrongField {
  /** Id of its control. */
  id: string;
  label: string;
  /** What is wrong with it; without words the label stands alone. */
  message?: string | undefined;
}

const Box = styled.div`
  a { display: inline-block; padding-block: 10px; color: var(--error); }
`;

const Lines = styled.ul`
  margin-block: 2px -6px;
  list-style: none;
`;

interface ErrorSummaryProps {
  /** In the order of the page; while nothing is wrong there is no summary. */
  wrong: readonly WrongField[];
  /** How often the form was refused since the page was loaded: each time the summary takes the focus. */
  attempt?: number;
  /** Replaces the number of wrong fields. */
  heading?: string;
}

/** The top of a long form: how many fields are wrong, and a way to each of them. The title says so, too. */
export function ErrorSummary({ wrong, attempt = 0, heading }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    if (attempt === 0) return;
    box.current?.focus();
    // Of a summary that is higher than the window, browsers show the middle.
    document.getElementById(id)?.scrollIntoView({ block: 'nearest' });
  }, [attempt, id]);
  useErrorTitle(wrong.length > 0);
  if (wrong.length === 0) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- for pages that answer a form without script
    <Box ref={box} role="group" aria-labelledby={id} tabIndex={-1} autoFocus>
      <Banner kind="error" silent>
        <span id={id}>{heading ?? countText(wrong.length)}</span>
        <Lines role="list">
          {wrong.map((field) => (
            <li key={field.id}>
              <a href={`#${field.id}`} onClick={leadTo}>
                {field.message === undefined ? field.label : `${field.label}: ${field.message}`}
              </a>
            </li>
          ))}
        </Lines>
      </Banner>
    </Box>
  );
}

/** While a form is refused, the document's title says so, as it does when the server answers. */
export function useErrorTitle(isRefused: boolean): void {
  useEffect(() => {
    if (!isRefused) return undefined;
    // The element, since the next page brings one of its own before this one's effects are undone.
    const title = document.querySelector('title')!;
    const plain = title.text.startsWith(ERROR) ? title.text.slice(ERROR.length) : title.text;
    title.text = ERROR + plain;
    return () => {
      title.text = plain;
    };
  }, [isRefused]);
}

function countText(count: number): string {
  return count === 1 ? '1 field needs another look' : `${count} fields need another look`;
}

/** Leads to the field and its label, without a step in the browser's history. */
function leadTo(event: MouseEvent<HTMLAnchorElement>): void {
  const control = document.getElementById(event.currentTarget.hash.slice(1)) as HTMLInputElement | null;
  if (!control) return;
  event.preventDefault();
  const label = control.labels?.[0];
  (label ?? control).scrollIntoView({ block: 'center' });
  control.focus({ preventScroll: true });
  // A chosen file takes the place of its input, which then cannot have the focus.
  if (document.activeElement !== control) label?.parentElement?.querySelector('button')?.focus({ preventScroll: true });
}
