import { styled } from 'styled-components';
import { serviceHref, services } from 'shared/content/services';
import { ArrowIcon } from 'shared/ui/icons';

const List = styled.ul`
  border-top: 1px solid var(--line);

  li { border-bottom: 1px solid var(--line); }
  a {
    display: flex;
    align-items: center;
    justify-content: space-between;
    min-height: 64px;
    font-weight: 600;
    text-decoration: none;
  }
  a:hover { color: var(--accent); }
  svg { transition: transform 240ms var(--ease); }
  a:hover svg { transform: translateX(5px); }
`;

/** The six services as rows, each with its own link to get in touch. */
export function ServiceLinks() {
  return (
    <List role="list">
      {services.map((service) => (
        <li key={service.slug}>
          <a href={serviceHref(service)}>
            {service.title}
            <ArrowIcon />
          </a>
        </li>
      ))}
    </List>
  );
}
