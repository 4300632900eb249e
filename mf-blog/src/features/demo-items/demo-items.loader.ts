import { DemoItemRows } from './static-parts.ts';

/** The page needs no data, only its rows. */
export async function loader(): Promise<null> {
  await DemoItemRows.load();
  return null;
}
