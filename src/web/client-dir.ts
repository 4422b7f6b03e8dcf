import { dirname, join } from 'node:path'

/** Where the browser's files are: inside the executable, or bundled now from the source tree if they changed. */
export async function clientDir(): Promise<string> {
  // Not import.meta.dir, which bytecode fixes to the place of the sources.
  if (Bun.isStandaloneExecutable) return join(dirname(Bun.main), 'client')
  const { readyClient } = await import('../build/ready-client.ts')
  return readyClient()
}
