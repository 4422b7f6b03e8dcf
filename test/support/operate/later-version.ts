import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packTar } from 'modern-tar'
import { readSigningKey, signatureOf } from '../../../src/platform/build/release/signing-key.ts'
import { hostTarget } from '../../../src/platform/build/release/targets.ts'
import { inTree } from '../tree.ts'

/** The key by which `downloadLater` signs. */
export const releaseKeyFile = inTree('test/fixtures/minisign/release.pub')

const key = readSigningKey(readFileSync(inTree('test/fixtures/minisign/release.key'), 'utf8'))

/**
 * Writes a download of a later version and its signature into a folder, and returns its path: a
 * script that runs an executable, with so many bytes behind it.
 */
export async function downloadLater(folder: string, executable: string, version: string, bytes = 0): Promise<string> {
  const lines = `#!/bin/sh\ncase "$1" in\n--version) echo ${version}; exit ;;\nesac\nexec ${executable} "$@"\n`
  const body = lines + '#'.repeat(bytes)
  const name = `tapedeck-${version}/tapedeck`
  const tar = await packTar([{ header: { name, size: body.length, mode: 0o755, type: 'file' }, body }])
  const file = Bun.gzipSync(Buffer.from(tar))
  const path = join(folder, `tapedeck-${version}.tar.gz`)
  writeFileSync(path, file)
  writeFileSync(`${path}.minisig`, signatureOf(key, file, `tapedeck ${version} ${hostTarget}`))
  return path
}
