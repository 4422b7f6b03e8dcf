import { join } from 'node:path'

/** Where the browser's files are: inside the executable, or bundled now from the source tree if they changed. */
export async function clientDir(): Promise<string> {
  if (Bun.isStandaloneExecutable) return join(import.meta.dir, 'client')
  const { readyClient } = await import('../build/ready-client.ts')
  return readyClient()
}
