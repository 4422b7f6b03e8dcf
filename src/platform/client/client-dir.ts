import { dirname, join } from 'node:path'

/** The command that serves in development; `bun run dev` runs it again after each change. */
export const devCommand = '__dev-site'

/** The folder is inside the executable, or bundled from the sources if they have changed. */
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
