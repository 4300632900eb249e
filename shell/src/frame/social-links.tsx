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

/** Our own drawings of what each place is known by, on the grid of the other icons. */
const icons: Record<string, ReturnType<typeof icon>> = {
  X: icon(<path d="M4 4l16 16M20 4 4 20" />),
  Instagram: icon(
    <path d="M8 3.5h8A4.5 4.5 0 0 1 20.5 8v8a4.5 4.5 0 0 1-4.5 4.5H8A4.5 4.5 0 0 1 3.5 16V8A4.5 4.5 0 0 1 8 3.5zm8 8.5a4 4 0 1 1-8 0 4 4 0 0 1 8 0zm1-5v.01" />,
  ),
  Facebook: icon(<path d="M17 3.5h-2.5A4.5 4.5 0 0 0 10 8v12.5M6.5 11.5h9" />),
  GitHub: icon(
    <path d="M6 8.5v7m0-7a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zm0 7a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zm12-7a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zm0 0c0 4.5-5 4.5-9.7 6" />,
  ),
};
const AnyPlace = icon(<path d="M14 4h6v6m0-6-9 9M10 5H6a2 2 0 0 0-2 2v11a2 2 0 0 0 2 2h11a2 2 0 0 0 2-2v-4" />);

/** Where the company can be followed. */
export function SocialLinks() {
  const { social } = useCompany();
  return (
    <Row role="list">
      {social.map(({ name, href }) => {
        const Icon = icons[name] ?? AnyPlace;
        return (
          <li key={name}>
            <a href={href} aria-label={name}>
              <Icon />
            </a>
          </li>
        );
      })}
    </Row>
  );
}
