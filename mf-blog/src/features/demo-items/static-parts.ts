/** Static parts of the page: a server-rendered page keeps them without their code. */
import { serverRendered } from 'shared/ui/server-rendered';

export const DemoItemRows = serverRendered(async () => (await import('../../static.ts')).DemoItemRows);
