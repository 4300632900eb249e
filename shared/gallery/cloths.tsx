import { styled } from 'styled-components';
import { LOZENGE, LOZENGE_STEP, lozengeBand } from '../theme/cloth/bands.ts';
import type { Bitmap } from '../theme/cloth/bitmap.ts';
import { coverMotifs, type CoverMotif } from '../theme/cloth/cover-motifs.ts';
import { avatarCloth, coverCloth } from '../theme/cloth/generated.ts';
import { backend, frontend, graphic, mobile, sheet, storefront, uiux, web } from '../theme/cloth/service-drawings.ts';
import { person, share, token } from '../theme/cloth/sharing-drawings.ts';
import { loom } from '../theme/cloth/state-drawings.ts';
import { cutOut, linings, type ClothSpec, type SettName } from '../theme/cloth/weave.ts';
import { Cloth, ClothBox, wholeRepeats } from '../ui/cloth.tsx';
import { Logo } from '../ui/logo.tsx';
import { Columns, Row } from './rows.tsx';

const Box = styled(ClothBox)<{ $height: number; $width?: number }>`
  width: ${({ $width }) => ($width ? `${$width}px` : '100%')};
  height: ${({ $height }) => $height}px;
`;

const plain = Object.keys(linings).map((sett) => ({
  sett: sett as SettName,
  width: 648,
  height: 146,
  thread: 6,
  fringe: 20,
}));

export function Cloths() {
  return (
    <>
      <Columns>
        {plain.map((spec) => (
          <Box key={spec.sett} $height={spec.height}>
            <Cloth spec={spec} />
          </Box>
        ))}
      </Columns>
      <Row>
        <Logo />
      </Row>
    </>
  );
}

const size = { width: 648, height: 286, thread: 6, fringe: 22 };
const drawn: Record<SettName, (() => Bitmap)[]> = {
  harmattan: [web, storefront, person],
  nightferry: [mobile, loom],
  hibiscus: [uiux, share],
  palmoil: [graphic, token],
  mangrove: [backend, storefront],
  creek: [frontend, sheet],
  banner: [],
};
const drawings: ClothSpec[] = Object.entries(drawn).flatMap(([sett, draw]) =>
  draw.map((drawing) => cutOut(drawing(), { sett: sett as SettName, ...size })),
);
const lozenges = lozengeBand();
const { thread } = lozenges;
const Band = styled(Box)`
  ${wholeRepeats({ times: lozenges.repeat!.times, step: LOZENGE_STEP * thread, width: LOZENGE * thread })}
`;

export function Drawings() {
  return (
    <>
      <Columns>
        {drawings.map((spec, index) => (
          <Box key={index} $height={spec.height}>
            <Cloth spec={spec} />
          </Box>
        ))}
      </Columns>
      <Band $height={lozenges.height}>
        <Cloth spec={lozenges} />
      </Band>
    </>
  );
}

const cover = { width: 648, height: 216 };
const covers = [
  ...(Object.keys(coverMotifs) as CoverMotif[]).map((motif, index) => coverCloth(String(index), cover, motif)),
  ...['7', '8'].map((id) => coverCloth(id, cover)),
];
const people = ['Ada Obi', 'Bola Eze', 'Chidi Nwosu', 'Dayo Musa', '李 小龙'].map((name) => avatarCloth(name));
const portrait = avatarCloth('Ada Obi', { width: 360, height: 420, thread: 6, cell: 18 }, 'palmoil');

export function Generated() {
  return (
    <>
      <Columns>
        {covers.map((spec, index) => (
          <Box key={index} $height={spec.height}>
            <Cloth spec={spec} />
          </Box>
        ))}
      </Columns>
      <Row>
        {people.map((spec, index) => (
          <Box key={index} $height={spec.height} $width={spec.width}>
            <Cloth spec={spec} />
          </Box>
        ))}
        <Box $height={300} $width={260} $middle>
          <Cloth spec={portrait} />
        </Box>
      </Row>
    </>
  );
}
