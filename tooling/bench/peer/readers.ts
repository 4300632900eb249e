/**
 * Readers beside writers, in their own process, so that bursts of answers to writers do not delay theirs.
 * Arguments: port, how many connections, how long in ms, and the request. Prints {@link Throughput} as JSON.
 */
import { putUnderLoad } from '../load.ts';

const [, , port, connections, ms, request = ''] = process.argv;
const next = () => Buffer.from(request);
const read = await putUnderLoad({
  port: Number(port),
  connections: Number(connections),
  ms: Number(ms),
  status: 200,
  next,
});
console.log(JSON.stringify(read));
