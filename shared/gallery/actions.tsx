import { Breadcrumb } from '../ui/breadcrumb.tsx';
import { Button, ButtonLink, IconButton, OutlinedIconButton } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { ArrowIcon, BackIcon, CloseIcon } from '../ui/icons.tsx';
import { MoreLink, TextLink } from '../ui/links.tsx';
import { Busy } from '../ui/loader.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { BandPiece, Row } from './rows.tsx';

export function Buttons() {
  return (
    <>
      <Row>
        <ButtonLink href="/">
          Get In Touch
          <ArrowIcon />
        </ButtonLink>
        <Button type="button" aria-disabled>
          <Busy>Submitting...</Busy>
        </Button>
        <Button type="button" $kind="secondary">
          Preview
        </Button>
        <Button type="button" $small>
          Small
        </Button>
        <IconButton type="button" aria-label="Close">
          <CloseIcon />
        </IconButton>
        <OutlinedIconButton type="button" aria-label="Next">
          <ArrowIcon />
        </OutlinedIconButton>
        <OutlinedIconButton type="button" aria-label="Previous" disabled>
          <BackIcon />
        </OutlinedIconButton>
      </Row>
      <BandPiece>
        <Button type="button" $kind="mark">
          Subscribe
        </Button>
        <Button type="button" $kind="secondary">
          Preview
        </Button>
      </BandPiece>
    </>
  );
}

export function Links() {
  return (
    <>
      <p>
        In running text a link has the <TextLink href="/">accent and a line</TextLink>.
      </p>
      <Row>
        <MoreLink href="/">View More</MoreLink>
        <Chip>Design</Chip>
        <Chip>Healthcare</Chip>
      </Row>
      <Breadcrumb
        trail={[
          { label: 'Home', to: '/' },
          { label: 'Blog', to: '/blogs' },
        ]}
        current="Designing a checkout for networks that come and go, in six weeks"
      />
      <Pagination label="Pages" count={4} current={1} to={(page) => `?page=${page}`} />
    </>
  );
}
