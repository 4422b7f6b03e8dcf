import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { packagesBelow } from './release/lockfile.ts'
import type { Target } from './release/targets.ts'
import packageFile from './runtimes/package.json'

const named = join(import.meta.dir, 'runtimes')

export const lockedRuntimes = async () =>
  packagesBelow(await Bun.file(join(named, 'bun.lock')).text(), Object.keys(packageFile.dependencies))

/**
 * Installs the runtimes of all targets into a folder, from npm and each with the hash in the
 * lockfile, and returns where that of a target is. Throws where their version differs from that of
 * the builder, whose bytecode would not fit.
 */
export async function fetchRuntimes(folder: string): Promise<(target: Target) => string> {
  const other = (await lockedRuntimes()).find(({ version }) => version !== Bun.version)
  if (other) throw new Error(`${other.name} is ${other.version} in ${named}, and this Bun is ${Bun.version}.`)
  mkdirSync(folder, { recursive: true })
  for (const name of ['package.json', 'bun.lock']) cpSync(join(named, name), join(folder, name))
  const args = ['install', '--frozen-lockfile', '--silent', '--os=*', '--cpu=*']
  const { exitCode, stderr } = Bun.spawnSync(['bun', ...args], { cwd: folder })
  if (exitCode !== 0) throw new Error(`The runtimes could not be fetched: ${stderr.toString().trim()}`)
  return ({ runtime, file }) => join(folder, 'node_modules', runtime, 'bin', file)
}
