import type { HeapInfo } from 'node:v8';

/**
 * What a thread uses, in bytes, counted in the same way by both threads. Not in the same file as the messages, which
 * import zod: 4 MB in each thread, although only the serving thread checks any.
 */
export function usedBytes(heap: HeapInfo): number {
  // Missing in Node's types.
  return heap.used_heap_size + (heap as unknown as { external_memory: number }).external_memory;
}
