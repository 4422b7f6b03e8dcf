import { dirname, join } from 'node:path'
import { type Assets, loadAssets } from './assets.ts'

/** The command that serves in development; `bun run dev` runs it again after each change. */
export const devCommand = '__dev-site'

export async function siteAssets(): Promise<Assets> {
  if (!Bun.isStandaloneExecutable && Bun.argv[2] === devCommand) {
    const { openDevAssets } = await import('./dev-assets.ts')
    return openDevAssets(join(import.meta.dir, '../../../public'), clientDir, console.error)
  }
  return loadAssets(await clientDir())
}

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
