import { dirname, join } from 'node:path'

/**
 * Returns the folder of the browser's files: inside the executable, or bundled from the source tree if that has
 * changed.
 */
export async function clientDir(): Promise<string> {
  // Not import.meta.dir, which bytecode fixes to the path of the sources.
  if (Bun.isStandaloneExecutable) return join(dirname(Bun.main), 'client')
  const { readyClient } = await import('../build/ready-client.ts')
  return readyClient()
}
