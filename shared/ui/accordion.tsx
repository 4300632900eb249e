import { useCallback, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { styled } from 'styled-components';
import { keepPlace, placeKept } from './kept-place.ts';
import { useServed } from './use-served.tsx';

const List = styled.div`
  border-bottom: 1px solid var(--line);

  > div { position: relative; border-top: 1px solid var(--line); }
  /* Always there: Firefox would recreate a question that gets one, and the page would not stay where it is. */
  > div::before {
    content: '';
    position: absolute;
    inset: -1px 0 auto;
    height: 4px;
    forced-color-adjust: none;
    pointer-events: none;
  }
  > :has([aria-expanded='true'])::before { background: var(--check) 0 0 / 4px 4px; }

  h2, h3 { font: inherit; letter-spacing: 0; }
  button {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 20px;
    width: 100%;
    min-height: clamp(64px, 60px + 1vw, 72px);
    padding: 12px 0;
    border: 0;
    background: none;
    font: 600 clamp(1.0625rem, 1rem + .35vw, 1.25rem) / 1.35 var(--f-text);
    text-align: left;
    cursor: pointer;
  }
  button:hover { color: var(--accent); }
  [aria-hidden] {
    display: grid;
    place-items: center;
    flex: none;
    width: 36px;
    height: 36px;
    font: 700 2.5rem / 1 var(--f-display);
    translate: 0 -.08em;
  }

  > div > div {
    interpolate-size: allow-keywords;
    overflow: clip;
    overflow-clip-margin: 6px;
    transition: height 200ms var(--ease), content-visibility 200ms allow-discrete;
  }
  > div > [hidden='until-found'] { height: 0; }
  /* One that makes way for another closes at once, so that the place of the other is known. */
  &:has([aria-expanded='true']) > div > [hidden] { transition: none; }

  /* Until the script has loaded, a pressed question shows its answer while it has the focus. */
  &[data-waiting] :has(> button:focus:not(:focus-visible)) + [hidden] { display: block !important; height: auto; }
  @media (scripting: none), print {
    && [hidden] { display: block !important; height: auto; content-visibility: visible; }
    button [aria-hidden] { display: none; }
    > div { break-inside: avoid; }
  }
`;

const Answer = styled.div`
  max-width: 68ch;
  padding: 0 56px 28px 0;
  color: var(--text-2);
`;

/** Under which the open question is kept for who comes back. */
const OPEN = 'open';

interface AccordionProps {
  /** `id` names a question in URLs: `/faq#price` opens it. */
  items: readonly { id: string; question: string; answer: ReactNode }[];
  headingLevel?: 2 | 3;
}

/**
 * Questions, at most one of which is open; the open one closes when pressed again. The browser's search finds words in
 * closed answers and opens them.
 *
 * Buttons in headings rather than `<details name>`: a `<summary>` may not carry a button's role or `aria-expanded`, and
 * a heading inside it is lost to some screen readers. Before the script arrives, CSS does here what `<details>` would
 * do.
 */
export function Accordion({ items, headingLevel = 3 }: AccordionProps) {
  const isServed = useServed();
  // Undefined until React has taken over: the server knows neither the hash nor what was pressed until then.
  const [open, setOpen] = useState(() => (isServed ? undefined : placeKept<string>(OPEN)));
  const list = useRef<HTMLDivElement>(null);
  /** The question that has just been pressed, and where it was in the window. */
  const pressed = useRef<{ button: Element; top: number }>(undefined);
  const { hash } = useLocation();
  // `POP`: the visitor came back, or the browser loaded the page. Both lead to a place, maybe another one.
  const isLed = useRef(useNavigationType() === 'POP');
  const Heading = `h${headingLevel}` as const;

  useLayoutEffect(() => {
    const asked = list.current!.querySelector(`:scope > [id="${CSS.escape(hash.slice(1))}"]`);
    const pressed = list.current!.querySelector('button:focus:not(:focus-visible)');
    setOpen((before) => placeKept(OPEN) ?? asked?.id ?? before ?? pressed?.closest('div')!.id ?? '');
    if (asked && !isLed.current) requestAnimationFrame(() => asked.scrollIntoView());
    isLed.current = false;
  }, [hash]);

  /** @param id of a question; empty closes */
  const choose = useCallback((id: string) => {
    setOpen(id);
    keepPlace(OPEN, id);
  }, []);

  // React knows neither this value of `hidden` nor the event that comes with it.
  useLayoutEffect(() => {
    for (const closed of list.current!.querySelectorAll('[hidden]')) closed.setAttribute('hidden', 'until-found');
  });
  useLayoutEffect(() => {
    if (!pressed.current) return;
    // An answer that has closed above it would take it out of the window.
    const { button, top } = pressed.current;
    pressed.current = undefined;
    scrollBy({ top: button.getBoundingClientRect().top - top, behavior: 'instant' });
  });
  useLayoutEffect(() => {
    const found = ({ target }: Event) => choose((target as Element).parentElement!.id);
    const { current } = list;
    current!.addEventListener('beforematch', found);
    return () => current!.removeEventListener('beforematch', found);
  }, [choose]);

  return (
    <List ref={list} data-waiting={open === undefined || undefined}>
      {items.map(({ id, question, answer }) => {
        const isOpen = id === open;
        return (
          <div key={id} id={id}>
            <Heading>
              <button
                type="button"
                id={`${id}-question`}
                aria-expanded={isOpen}
                aria-controls={`${id}-answer`}
                onClick={({ currentTarget: button }) => {
                  pressed.current = { button, top: button.getBoundingClientRect().top };
                  choose(isOpen ? '' : id);
                }}
              >
                {question}
                <span aria-hidden="true">{isOpen ? '-' : '+'}</span>
              </button>
            </Heading>
            <div
              id={`${id}-answer`}
              role={isOpen ? 'region' : undefined}
              aria-labelledby={isOpen ? `${id}-question` : undefined}
              hidden={!isOpen}
            >
              <Answer>{answer}</Answer>
            </div>
          </div>
        );
      })}
    </List>
  );
}
