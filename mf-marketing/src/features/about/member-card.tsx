import { styled } from 'styled-components';
import { stitched } from 'shared/theme/cloth/glyphs';
import { centred, type ClothSpec, type SettName } from 'shared/theme/cloth/weave';
import { Cloth, ClothBox } from 'shared/ui/cloth';
import type { Member } from '../../content/samples.ts';

const Card = styled.article`
  h3 { margin-top: 16px; }
  p { color: var(--text-2); }
`;

const Portrait = styled(ClothBox)`
  aspect-ratio: 4 / 4.6;
`;

/** By place in the row, so that neighbours differ. */
const setts: readonly SettName[] = ['harmattan', 'nightferry', 'palmoil', 'mangrove'];

const portraits = new Map<string, ClothSpec>();

function portraitOf({ name }: Member, index: number): ClothSpec {
  let portrait = portraits.get(name);
  if (!portrait) {
    const spec: ClothSpec = { sett: setts[index % setts.length]!, width: 360, height: 420, thread: 6 };
    const initials = name
      .split(' ')
      .map((part) => part.charAt(0))
      .join('');
    portraits.set(name, (portrait = { ...spec, cut: centred(stitched(initials), spec, 18) }));
  }
  return portrait;
}

/** A member of the team: initials cut out of a cloth, name and role. */
export function MemberCard({ member, index }: { member: Member; index: number }) {
  return (
    <Card>
      <Portrait $middle>
        <Cloth spec={portraitOf(member, index)} />
      </Portrait>
      <h3>{member.name}</h3>
      <p>{member.role}</p>
    </Card>
  );
}
