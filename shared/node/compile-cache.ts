/**
 * Environment of a thread or process that is given nothing else: where Node keeps what it has compiled, if this process
 * has such a folder. Without it each of them loads the compiler that takes the types out of TypeScript, and keeps it:
 * 17 MB (decision 122).
 */
export function compileCache(): { NODE_COMPILE_CACHE?: string } {
  const { NODE_COMPILE_CACHE: folder } = process.env;
  return folder ? { NODE_COMPILE_CACHE: folder } : {};
}
