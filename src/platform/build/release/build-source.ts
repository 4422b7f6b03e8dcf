import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../../../../package.json'

const root = join(import.meta.dir, '../../../..')

export type BuildSource = { address: string | undefined; commit: string | undefined; isChanged: boolean }

/** Returns the output of git; undefined without git or outside a repository. */
function git(...args: string[]): string | undefined {
  const path = Bun.which('git')
  if (path === null) return undefined
  const { success, stdout } = Bun.spawnSync([path, ...args], { cwd: root, stderr: 'ignore' })
  return success ? stdout.toString().trim() : undefined
}

/** Without user and password; undefined for a folder. */
export function publicAddress(remote: string): string | undefined {
  const path =
    /^(?:(?:https?|ssh|git):\/\/(?:[^@/]+@)?|[\w.-]+@)([\w.-]+\.[a-z]+)(?::\d+)?[:/](.+?)(?:\.git)?\/?$/.exec(remote)
  return path ? `https://${path[1]}/${path[2]}` : undefined
}

export function readBuildSource(): BuildSource {
  return {
    address: publicAddress(git('remote', 'get-url', 'origin') ?? ''),
    commit: git('rev-parse', 'HEAD'),
    isChanged: git('status', '--porcelain') !== '',
  }
}

export const archiveName = `tapedeck-${version}-src.tar.gz`

/** Returns the text of `tapedeck licenses` on where the sources of this very build are. */
export function sourceText({ address, commit, isChanged }: BuildSource): string {
  const changed = isChanged ? ', with changes that were not committed' : ''
  const isArchived = commit !== undefined && !isChanged
  const lines = [
    `Tapedeck ${version}, MIT licence. The sources of this very build:`,
    `  address: ${address ?? 'not known to the machine that built it'}`,
    `  commit:  ${commit === undefined ? 'not known' : `${commit}${changed}`}`,
    `  archive: ${isArchived ? `${archiveName}, published next to the executable` : 'none: pass your sources on together with this build'}`,
    '`bun run build` there makes the executable again, with any of the packages below replaced by your own version.',
  ]
  return lines.join('\n')
}

/**
 * Writes the archive of the sources into a folder; returns its path, or undefined where they are no
 * clean commit. Removes the archive of an earlier build, which has other sources.
 */
export function writeSourceArchive(folder: string, { commit, isChanged }: BuildSource): string | undefined {
  const path = join(folder, archiveName)
  rmSync(path, { force: true })
  if (commit === undefined || isChanged) return undefined
  const prefix = `--prefix=tapedeck-${version}/`
  return git('archive', '--format=tar.gz', prefix, '-o', path, commit) === undefined ? undefined : path
}
