import { dirname, join } from 'node:path'

/**
 * Returns the folder of the browser's files: inside the executable, or bundled from the source tree if that has
 * changed.
 */
export async function clientDir(): Promise<string> {
  // The import is inside the condition: after a return it would be part of the executable, fonts' tools and all.
  if (!Bun.isStandaloneExecutable) {
    const { readyClient } = await import('../build/ready-client.ts')
    return readyClient()
  }
  // Not import.meta.dir, which bytecode fixes to the path of the sources.
  return join(dirname(Bun.main), 'client')
}
