import { styled } from 'styled-components';
import { colours } from '../theme/tokens.ts';
import { Lead } from '../ui/layout.tsx';
import { Row } from './rows.tsx';

const Sample = styled.span<{ $role: string }>`
  display: grid;
  gap: 6px;
  font-size: var(--t-micro);

  &::before {
    content: '';
    width: 96px;
    height: 56px;
    border: 1px solid var(--line);
    background: var(--${({ $role }) => $role});
  }
`;

export function Colours() {
  return (
    <Row>
      {Object.keys(colours.light).map((role) => (
        <Sample key={role} $role={role}>
          {role}
        </Sample>
      ))}
    </Row>
  );
}

const Heading = styled.p<{ $size: string }>`
  font: 700 var(--t-${({ $size }) => $size}) / 1.1 var(--f-display);
`;

const Small = styled.p`
  color: var(--text-2);
  font-size: var(--t-small);
`;

export function Type() {
  return (
    <>
      <Heading $size="hero">Hero</Heading>
      <Heading $size="h1">Heading one</Heading>
      <Heading $size="h2">Heading two</Heading>
      <Heading $size="h3">Heading three</Heading>
      <Lead>Lead. Six crafts under one roof: hire one, or have several woven into a single product.</Lead>
      <p>Body. Tell us what you want to build, or what is not working.</p>
      <Small>Small. Monday to Saturday, 7:00am to 5PM</Small>
    </>
  );
}
