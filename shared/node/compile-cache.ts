/**
 * Environment for a thread or process that gets no other variables: the folder in which Node caches compiled code, if
 * this process has one. Without it each of them loads the compiler that strips the types from TypeScript, and keeps it
 * in memory: 17 MB (decision 122).
 */
export function compileCache(): Record<string, string> {
  const { NODE_COMPILE_CACHE, NODE_COMPILE_CACHE_PORTABLE } = process.env;
  return {
    ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
    ...(NODE_COMPILE_CACHE_PORTABLE && { NODE_COMPILE_CACHE_PORTABLE }),
  };
}
