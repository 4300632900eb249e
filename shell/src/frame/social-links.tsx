import { styled } from 'styled-components';
import { useCompany } from 'shared/contracts/shell';
import { icon } from 'shared/ui/icons';

const Row = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: 4px;
  margin-left: -10px;

  a {
    display: grid;
    place-items: center;
    width: var(--target);
    height: var(--target);
    border-radius: var(--r-control);
  }
  a:hover { background: color-mix(in srgb, currentColor 10%, transparent); }
`;

/** The places' own marks, after Simple Icons (CC0 1.0), with coordinates rounded to what 20 px show. */
const marks: Record<string, string> = {
  X: 'M18.9 1.2h3.7l-8 9.2L24 22.8h-7.4l-5.8-7.6-6.6 7.6H.5l8.6-9.8L0 1.2h7.6l5.2 6.9zm-1.3 19.5h2L6.5 3.2H4.3z',
  Instagram:
    'M7 0h10a7 7 0 0 1 7 7v10a7 7 0 0 1-7 7H7a7 7 0 0 1-7-7V7a7 7 0 0 1 7-7zm.2 2.2a5 5 0 0 0-5 5v9.6a5 5 0 0 0 5 5h9.6a5 5 0 0 0 5-5V7.2a5 5 0 0 0-5-5zM12 5.8a6.2 6.2 0 1 0 0 12.4 6.2 6.2 0 1 0 0-12.4zM12 8a4 4 0 1 1 0 8 4 4 0 1 1 0-8zm6.4-3.8a1.4 1.4 0 1 1 0 2.8 1.4 1.4 0 1 1 0-2.8z',
  Facebook:
    'M24 12a12 12 0 1 0-13.9 11.9v-8.4h-3V12h3V9.4c0-3 1.8-4.7 4.6-4.7 1.3 0 2.7.2 2.7.2v3h-1.5c-1.5 0-2 .9-2 1.9V12h3.3l-.5 3.5h-2.8v8.4A12 12 0 0 0 24 12z',
  GitHub:
    'M12 .3a12 12 0 0 0-3.8 23.4c.6.1.8-.3.8-.6v-2c-3.3.7-4-1.6-4-1.6-.5-1.4-1.3-1.8-1.3-1.8-1.1-.7.1-.7.1-.7 1.2.1 1.8 1.2 1.8 1.2 1.1 1.8 2.8 1.3 3.5 1 .1-.8.4-1.3.8-1.6-2.7-.3-5.5-1.3-5.5-5.9 0-1.3.5-2.4 1.2-3.2-.1-.3-.5-1.5.1-3.2 0 0 1-.3 3.3 1.2a11.5 11.5 0 0 1 6 0C17.3 4.7 18.3 5 18.3 5c.7 1.7.2 2.9.1 3.2.8.8 1.2 1.9 1.2 3.2 0 4.6-2.8 5.6-5.5 5.9.5.4.9 1.1.9 2.2v3.3c0 .3.1.7.8.6A12 12 0 0 0 12 .3z',
};
const AnyPlace = icon(<path d="M14 4h6v6m0-6-9 9M10 5H6a2 2 0 0 0-2 2v11a2 2 0 0 0 2 2h11a2 2 0 0 0 2-2v-4" />);

/** Where the company can be followed. */
export function SocialLinks() {
  const { social } = useCompany();
  return (
    <Row role="list">
      {social.map(({ name, href }) => {
        const mark = marks[name];
        return (
          <li key={name}>
            <a href={href} aria-label={name}>
              {mark ? (
                <svg width="20" height="20" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
                  <path fillRule="evenodd" d={mark} />
                </svg>
              ) : (
                <AnyPlace />
              )}
            </a>
          </li>
        );
      })}
    </Row>
  );
}
