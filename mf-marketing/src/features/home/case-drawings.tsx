/** The first screen of each case, as its card shows it. */
import { Fragment, type ReactNode } from 'react';
import type { Case } from '../../content/cases.ts';
import { boxes, Browser, goods, Phone, Press, Scene, Shape, Words } from './case-kit.tsx';

const shop = (
  <Scene ground="blush">
    <Browser>
      <Words x={40} y={72} size={17}>
        Lapel
      </Words>
      <Shape fill="sunken" d={boxes(196, 24, [116, 56])} />
      <Words x={126} y={72} look="quiet">
        Search shirts, shoes, dresses
      </Words>
      <Shape fill="th-madder" d={boxes(20, 20, [340, 58])} />
      <Shape fill="th-marigold" d={boxes(98, 108, [40, 96])} />
      <Shape fill="th-blush" d={boxes(98, 108, [151, 96])} />
      <Shape fill="sunken" d={boxes(98, 108, [262, 96]) + boxes(98, 44, [40, 256], [151, 256], [262, 256])} />
      <Shape fill="th-indigo" d={goods.shirt} at={[89, 150]} size={1.3} />
      <Shape fill="th-ink" d={goods.shoe} at={[200, 152]} size={1.3} />
      <Shape fill="th-madder" d={goods.dress} at={[311, 150]} size={1.3} />
      <Words x={40} y={221}>
        Camp shirt
      </Words>
      <Words x={151} y={221}>
        City shoe
      </Words>
      <Words x={262} y={221}>
        Market dress
      </Words>
      <Words x={40} y={238}>
        ₦18,000
      </Words>
      <Words x={151} y={238}>
        ₦32,500
      </Words>
      <Words x={262} y={238}>
        ₦24,000
      </Words>
    </Browser>
  </Scene>
);

const bag = (
  <Scene ground="indigo">
    <Browser>
      <Words x={40} y={72} size={17}>
        Oxbow
      </Words>
      <Shape fill="th-marigold" d={boxes(158, 204, [40, 96])} />
      <Shape fill="th-madder" d={goods.bag} at={[119, 190]} size={2.1} />
      <Words x={218} y={120} size={20}>
        Creek tote
      </Words>
      <Words x={218} y={150} size={16}>
        ₦48,500
      </Words>
      <Words x={300} y={150} size={16} look="quiet">
        $31
      </Words>
      <Shape fill="line" d={boxes(142, 1, [218, 164])} />
      <Shape fill="th-madder" d={boxes(26, 26, [218, 180])} />
      <Shape fill="th-indigo" d={boxes(26, 26, [252, 180])} />
      <Shape fill="th-mangrove" d={boxes(26, 26, [286, 180])} />
      <Shape fill="text" d={boxes(26, 3, [218, 210])} />
      <Press x={218} y={230} width={142}>
        Add to basket
      </Press>
    </Browser>
  </Scene>
);

const orderRows = [
  ['No. 118', 'New'],
  ['No. 117', 'Packed'],
  ['No. 116', 'Sent'],
  ['No. 115', 'Sent'],
] as const;

const orders = (
  <Scene ground="mangrove">
    <Phone x={36}>
      <Words x={16} y={42} size={15}>
        Orders
      </Words>
      <Shape fill="line" d={boxes(132, 1, [16, 102], [16, 154], [16, 206], [16, 258])} />
      <Shape fill="th-marigold" d={boxes(6, 40, [16, 56])} />
      <Shape fill="th-blush" d={boxes(6, 40, [16, 108])} />
      <Shape fill="th-mangrove" d={boxes(6, 40, [16, 160], [16, 212])} />
      {orderRows.map(([number, state], index) => (
        <Fragment key={number}>
          <Words x={32} y={73 + index * 52}>
            {number}
          </Words>
          <Words x={32} y={90 + index * 52}>
            {state}
          </Words>
        </Fragment>
      ))}
    </Phone>
    <Phone x={224}>
      <Shape fill="th-blush" d={boxes(132, 128, [16, 30])} />
      <Shape fill="th-mangrove" d={goods.jar} at={[82, 96]} size={2} />
      <Words x={16} y={182} size={15}>
        Shea balm
      </Words>
      <Words x={16} y={202}>
        ₦6,500
      </Words>
      <Press x={16} y={216} width={132}>
        Buy without an account
      </Press>
    </Phone>
  </Scene>
);

export const firstViews: Record<Case['id'], ReactNode> = { 'case-1': shop, 'case-2': bag, 'case-3': orders };
