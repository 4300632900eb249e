import { styled } from 'styled-components';
import { href, paths } from 'shared/contracts/paths';
import { useCompany } from 'shared/contracts/shell';
import { ButtonLink } from 'shared/ui/button';
import { ArrowIcon } from 'shared/ui/icons';
import { Container, Lead, leadColumns } from 'shared/ui/layout';
import { serverRendered } from 'shared/ui/server-rendered';
import { sewnLabel } from 'shared/ui/sewn-label';

const Frieze = serverRendered(async () => (await import('./frieze.tsx')).Frieze);

const Box = styled.section`
  position: relative;
`;

const Top = styled(Container)`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 28px var(--gap);
  padding-block: clamp(28px, 4.4vw, 56px) clamp(32px, 4vw, 52px);

  @media (min-width: 1024px) {
    grid-template-columns: ${leadColumns};
    align-items: end;
  }
`;

const Title = styled.h1`
  margin-left: -.03em;
  /* Enlarged text may not outgrow the screen, or its column; beside a scrollbar of 17 px, not even this may. */
  font-size: min(var(--t-hero), 43px + 8vw, 25vw - 15px);
  line-height: .94;
  letter-spacing: -.022em;

  span { display: block; }
`;

const Side = styled.div`
  display: grid;
  gap: 24px;
  justify-items: start;
  align-content: end;

  @media (min-width: 1024px) { padding-bottom: 14px; }
`;

const Place = styled.div`
  height: 420px;
`;

const Label = styled.a`
  ${sewnLabel}
  --stitch-inset: 6px;
  z-index: 2;
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 20px;
  margin: -84px var(--gutter) 0;
  padding: 20px 22px;
  text-decoration: none;

  b { display: block; font: 700 1.625rem / 1.1 var(--f-display); letter-spacing: -.012em; }
  small { display: block; margin-top: 5px; color: var(--on-label-2); font-size: var(--t-small); line-height: 1.4; }
  svg { transition: transform 240ms var(--ease); }
  &:hover svg { transform: translateX(5px); }

  @media (min-width: 768px) {
    position: absolute;
    right: max(var(--gutter), calc((100% - var(--container)) / 2));
    bottom: -22px;
    width: 348px;
    margin: 0;
  }
`;

/** The first view: what we do, the cloth with the services cut out of it, and the way to the contact form, twice. */
export function Hero() {
  const { tagline, hours } = useCompany();
  return (
    <Box>
      <Top>
        <Title>
          {tagline.split(/(?<=,)\s/).map((line) => (
            <span key={line}>{`${line} `}</span>
          ))}
        </Title>
        <Side>
          <Lead>
            We design and build websites, apps and brands for businesses in Nigeria and abroad. We start with everything
            you could build, then cut until only what works is left.
          </Lead>
          <ButtonLink href={href(paths.contact)}>
            Get In Touch
            <ArrowIcon />
          </ButtonLink>
        </Side>
      </Top>
      <Place>
        <Frieze />
      </Place>
      <Label href={href(paths.contact)}>
        <span>
          <b>Get In Touch</b> <small>{`${hours.days}, ${hours.time}`}</small>
        </span>
        <ArrowIcon size={28} />
      </Label>
    </Box>
  );
}
