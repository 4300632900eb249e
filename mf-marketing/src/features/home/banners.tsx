import { css, keyframes, styled } from 'styled-components';
import { services } from 'shared/content/services';
import { industries } from '../../content/home.ts';

const scroll = keyframes`to { transform: translateX(-50%); }`;

/* The lists without movement, each name once. */
const still = css`
  > div > div { width: auto; font-size: clamp(1.25rem, .9rem + 1.6vw, 2.625rem); animation: none; }
  [aria-hidden] { display: none; }
  ul {
    --edge: max(var(--gutter), calc((100% - var(--container)) / 2));
    flex-wrap: wrap;
    margin-inline: var(--edge) calc(var(--edge) - 2.08em);
    /* What separates a name from the one before, 2.08 em, is out of sight at the beginning of a line. */
    overflow-x: clip;
  }
  li { translate: -2.08em; }
  label { display: none; }
`;

const Names = styled.ul`
  display: flex;
  align-items: center;
`;

const Box = styled.section`
  position: relative;
  padding-block: clamp(28px, 3.6vw, 48px);

  > div { overflow: hidden; }
  > div > div {
    display: flex;
    width: max-content;
    font: 700 clamp(1.5rem, 1.2rem + 1.6vw, 2.625rem) / 1.25 var(--f-display);
    letter-spacing: -.012em;
    animation: ${scroll} 52s linear infinite;
  }
  > div > div + div { margin-top: 6px; color: var(--text-3); animation-direction: reverse; }
  &:has(:checked) > div > div { animation-play-state: paused; }

  li { display: flex; align-items: center; }
  li::before {
    content: '';
    flex: none;
    width: .48em;
    height: .48em;
    margin-inline: .8em;
    background: var(--check) 0 0 / 50% 50%;
    forced-color-adjust: none;
  }

  @media (prefers-reduced-motion: reduce) { ${still} }
`;

/* A checkbox that looks like a button: it works without script, so no script can arrive too late for it. */
const Pause = styled.label`
  position: relative;
  display: grid;
  place-items: center;
  width: var(--target);
  height: var(--target);
  margin: 12px max(var(--gutter), calc((100% - var(--container)) / 2)) -20px auto;
  border: 1.5px solid var(--line-strong);
  border-radius: var(--r-control);
  background: var(--ground);

  input { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; appearance: none; cursor: pointer; }
  &:hover { background: var(--sunken); }
  path + path, :checked + svg path { display: none; }
  :checked + svg path + path { display: inline; }
`;

const rows = [services.map(({ title }) => title), industries];

/** What we do and for whom, as two rows of names that move past until they are paused. */
export function Banners() {
  return (
    <Box aria-label="What we do, and for whom">
      <div>
        {rows.map((names) => (
          <div key={names[0]}>
            {/* Repeated so that the row has no end; read out once. */}
            {[false, true].map((again) => (
              <Names key={String(again)} role="list" aria-hidden={again || undefined}>
                {names.map((name) => (
                  <li key={name}>{name}</li>
                ))}
              </Names>
            ))}
          </div>
        ))}
      </div>
      <Pause>
        <input type="checkbox" aria-label="Pause the scrolling banners" />
        <svg width="20" height="20" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
          <path d="M5 4h5v16H5zM14 4h5v16h-5z" />
          <path d="M6 3.5 20 12 6 20.5z" />
        </svg>
      </Pause>
    </Box>
  );
}
