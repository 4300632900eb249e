import { href, paths } from 'shared/contracts/paths';
import { Row, Rows } from '../../components/post-rows.tsx';
import { demoItems } from '../../content/demo-items.ts';

export function DemoItemRows() {
  return (
    <Rows>
      {demoItems.map(({ id, name, description }) => (
        <Row key={id} seed={`item ${id}`} to={href(paths.demoItem, { id })} title={name} text={description} />
      ))}
    </Rows>
  );
}
