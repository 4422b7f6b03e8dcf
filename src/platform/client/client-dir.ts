import { dirname, join } from 'node:path'

/** The command that serves in development; `bun run dev` runs it again after each change. */
export const devCommand = '__dev-site'

/**
 * Returns the folder of the browser's files: inside the executable, or bundled from the source tree
 * if that has changed.
 */
export async function clientDir(): Promise<string> {
  // The import is inside the condition: after a return it would be part of the executable,
  // including the font tools.
  if (!Bun.isStandaloneExecutable) {
    const { devClient, readyClient } = await import('../build/ready-client.ts')
    return Bun.argv[2] === devCommand ? devClient() : readyClient()
  }
  // Not import.meta.dir, which bytecode fixes to the path of the sources.
  return join(dirname(Bun.main), 'client')
}
