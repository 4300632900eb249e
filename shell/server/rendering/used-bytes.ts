import type { HeapInfo } from 'node:v8';

/**
 * What a thread uses, in bytes, as both sides of the border count it. Not beside the messages, which bring zod: 4 MB in
 * each thread, of which only the serving one checks any.
 */
export function usedBytes(heap: HeapInfo): number {
  // Missing in the types of Node.
  return heap.used_heap_size + (heap as unknown as { external_memory: number }).external_memory;
}
