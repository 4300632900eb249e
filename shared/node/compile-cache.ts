/**
 * Environment of a thread or process that is given nothing else: where Node keeps what it has compiled, if this process
 * has such a folder. Without it each of them loads the compiler that takes the types out of TypeScript, and keeps it:
 * 17 MB (decision 122).
 */
export function compileCache(): Record<string, string> {
  const { NODE_COMPILE_CACHE, NODE_COMPILE_CACHE_PORTABLE } = process.env;
  return {
    ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
    ...(NODE_COMPILE_CACHE_PORTABLE && { NODE_COMPILE_CACHE_PORTABLE }),
  };
}
