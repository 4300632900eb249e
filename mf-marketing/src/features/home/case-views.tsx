/** The other screens of the cases, and the controls to go through them. Fetched with the first preview. */
import { useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { Tabs } from 'shared/ui/tabs';
import type { Case } from '../../content/cases.ts';
import { firstViews } from './case-drawings.tsx';
import { boxes, Browser, goods, Phone, Press, Scene, Shape, Words } from './case-kit.tsx';

const found: [name: string, price: string, good: keyof typeof goods, colour: string][] = [
  ['Ankara shirt, short sleeves', '₦18,000', 'shirt', 'th-indigo'],
  ['Ankara shirt dress', '₦24,000', 'dress', 'th-madder'],
  ['Ankara slip-on', '₦15,500', 'shoe', 'th-ink'],
];

const search = (
  <Scene ground="blush">
    <Browser>
      <Shape fill="sunken" d={boxes(320, 32, [40, 60])} />
      <Words x={52} y={81} size={13}>
        ankara shrt
      </Words>
      <Words x={40} y={116} look="quiet">
        Showing results for
      </Words>
      <Words x={142} y={116}>
        ankara shirt
      </Words>
      {found.map(([name, price, good, colour], index) => (
        <g key={name} transform={`translate(40 ${130 + index * 56})`}>
          <Shape fill="sunken" d={boxes(46, 46, [0, 0])} />
          <Shape fill={colour} d={goods[good]} at={[23, 23]} size={0.65} />
          <Words x={62} y={20}>
            {name}
          </Words>
          <Words x={62} y={37} look="quiet">
            {price}
          </Words>
        </g>
      ))}
    </Browser>
  </Scene>
);

const order = (
  <Scene ground="blush">
    <Browser>
      <Shape fill="th-mangrove" d={boxes(46, 46, [40, 66])} />
      <path fill="none" stroke="var(--th-cotton)" strokeWidth="5" d="m51 89 9 9 16-17" />
      <Words x={102} y={84} size={17}>
        Order LP-2071 is placed
      </Words>
      <Words x={102} y={104} look="quiet">
        Keep this number. Sending again changes nothing.
      </Words>
      <Shape fill="line" d={boxes(320, 1, [40, 132], [40, 178], [40, 224])} />
      <Words x={40} y={160}>
        Camp shirt, M
      </Words>
      <Words x={360} y={160} end>
        ₦18,000
      </Words>
      <Words x={40} y={206}>
        City shoe, 42
      </Words>
      <Words x={360} y={206} end>
        ₦32,500
      </Words>
      <Words x={40} y={254} size={14}>
        Total
      </Words>
      <Words x={360} y={254} size={14} end>
        ₦50,500
      </Words>
    </Browser>
  </Scene>
);

const basket = (
  <Scene ground="indigo">
    <Browser>
      <Words x={40} y={76} size={17}>
        Your basket
      </Words>
      {(['th-madder', 'th-mangrove'] as const).map((colour, index) => (
        <g key={colour} transform={`translate(40 ${94 + index * 64})`}>
          <Shape fill="sunken" d={boxes(52, 52, [0, 0])} />
          <Shape fill={colour} d={goods.bag} at={[26, 24]} size={0.6} />
          <Words x={68} y={22}>
            {index ? 'Ferry satchel' : 'Creek tote'}
          </Words>
          <Words x={68} y={40} look="quiet">
            {index ? 'Green' : 'Red'}
          </Words>
          <Words x={320} y={22} end>
            {index ? '₦62,000' : '₦48,500'}
          </Words>
          <Words x={320} y={40} end look="quiet">
            {index ? '$40' : '$31'}
          </Words>
        </g>
      ))}
      <Shape fill="line" d={boxes(320, 1, [40, 226])} />
      <Words x={40} y={252} size={14}>
        Total
      </Words>
      <Words x={304} y={252} size={14} end>
        ₦110,500
      </Words>
      <Words x={360} y={252} size={14} end look="quiet">
        $71
      </Words>
      <Press x={40} y={264} width={320}>
        Continue to payment
      </Press>
    </Browser>
  </Scene>
);

const payment = (
  <Scene ground="indigo">
    <Browser>
      <Words x={40} y={78} size={17}>
        Pay ₦110,500
      </Words>
      <Words x={168} y={78} size={17} look="quiet">
        or $71
      </Words>
      {['Card', 'Bank transfer', 'On collection'].map((way, index) => (
        <g key={way} transform={`translate(40 ${98 + index * 46})`}>
          <Shape fill={index ? 'sunken' : 'mark'} d={boxes(320, 38, [0, 0])} />
          <Shape fill={index ? 'line-strong' : 'on-mark'} d={boxes(12, 12, [14, 13])} />
          <text x="40" y="24" fontSize="13" fill={index ? 'var(--text)' : 'var(--on-mark)'}>
            {way}
          </text>
        </g>
      ))}
      <Press x={40} y={248} width={320}>
        Pay by card
      </Press>
    </Browser>
  </Scene>
);

const left: [name: string, count: number, good: keyof typeof goods, colour: string][] = [
  ['Shea balm', 42, 'jar', 'th-mangrove'],
  ['Face oil', 27, 'bottle', 'th-marigold'],
  ['Black soap', 3, 'jar', 'th-ink'],
  ['Body milk', 18, 'bottle', 'th-blush'],
];

const stock = (
  <Scene ground="mangrove">
    <Phone x={118}>
      <Words x={16} y={42} size={15}>
        Stock
      </Words>
      {left.map(([name, count, good, colour], index) => (
        <g key={name} transform={`translate(16 ${54 + index * 54})`}>
          <Shape fill="sunken" d={boxes(38, 38, [0, 0])} />
          <Shape fill={colour} d={goods[good]} at={[19, 19]} size={0.5} />
          <Words x={48} y={16}>
            {name}
          </Words>
          <Words x={48} y={33} look="quiet">
            {count < 5 ? `${count} left: order more` : `${count} left`}
          </Words>
          <Shape fill={count < 5 ? 'th-madder' : 'th-mangrove'} d={boxes(Math.max(6, count * 3), 4, [0, 43])} />
        </g>
      ))}
    </Phone>
  </Scene>
);

const checkout = (
  <Scene ground="mangrove">
    <Phone x={118}>
      <Words x={16} y={42} size={15}>
        Where to?
      </Words>
      {['Name', 'Phone', 'Address'].map((field, index) => (
        <g key={field} transform={`translate(16 ${62 + index * 56})`}>
          <Words x={0} y={0} look="quiet">
            {field}
          </Words>
          <path fill="none" stroke="var(--line-strong)" d="M.5 6.5h131v28H.5z" />
        </g>
      ))}
      <Press x={16} y={224} width={132}>
        Pay ₦13,000
      </Press>
    </Phone>
  </Scene>
);

const otherViews: Record<Case['id'], Record<string, ReactNode>> = {
  'case-1': { search, order },
  'case-2': { basket, payment },
  'case-3': { stock, checkout },
};

const Panel = styled.figure`
  svg { width: 100%; height: auto; border: 1px solid var(--line); border-top: 0; }
`;

/** A case's screens, one at a time. */
export function CaseViews({ of: { id, views } }: { of: Case }) {
  const [selected, setSelected] = useState(views[0].id);
  return (
    <Tabs
      label="Screens"
      selected={selected}
      onSelect={setSelected}
      tabs={views.map((view) => ({
        id: view.id,
        label: view.label,
        panel: (
          <Panel>
            {otherViews[id][view.id] ?? firstViews[id]}
            <figcaption className="visually-hidden">{view.alt}</figcaption>
          </Panel>
        ),
      }))}
    />
  );
}
