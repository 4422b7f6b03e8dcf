import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { keyName, signatureSuffix, sumsName } from '../../../platform/program/download.ts'
import { type PublicKey, readPublicKey, SignatureError } from '../../../platform/program/signature.ts'
import { splitArguments, UsageError } from '../../command-line/arguments.ts'
import { releaseKeyOf, verifyDownload } from '../release-key.ts'

const exit = { verified: 0, unread: 1, altered: 2 } as const

/**
 * Returns the key that must have signed a release: the one in the named file, or the one that this
 * executable knows. Throws UsageError where there is none, and SignatureError for a file that is no
 * key.
 */
export async function keyOfReleases(file: string | undefined, executable: string): Promise<PublicKey> {
  if (file !== undefined && !existsSync(file)) throw new UsageError(`There is no file ${file}.`)
  const key = file === undefined ? await releaseKeyOf(executable) : readPublicKey(await Bun.file(file).text())
  if (key) return key
  throw new UsageError(
    `This Tapedeck was built by hand and knows no key of releases. Name one by --key FILE, or put it beside the program as ${keyName}.`,
  )
}

/**
 * `tapedeck verify-release FILE [--key FILE]`; without a file it says which key signs. Returns the
 * exit code: 2 where the file differs from the signed one.
 */
export async function verifyProgramCommand(
  executable: string,
  args: readonly string[],
  print: (line: string) => void,
): Promise<number> {
  const { operands, given } = splitArguments('verify-release', args)
  const [path] = operands
  try {
    const key = await keyOfReleases(given.get('--key'), executable)
    if (path === undefined) {
      print(`Usage: tapedeck verify-release FILE [--key FILE]\nReleases are signed with the key ${key.line}`)
      return exit.unread
    }
    for (const each of [path, path + signatureSuffix])
      if (!existsSync(each)) throw new UsageError(`There is no file ${each}.`)
    // Once: the lines of a list that are followed are those that were signed.
    const bytes = await Bun.file(path).bytes()
    const { version, content } = await verifyDownload(path, key, [bytes])
    if (content === sumsName) return await verifyListed(path, bytes, version, print)
    print(`${path} is Tapedeck ${version} for ${content}, signed with the key ${key.id}.`)
    return exit.verified
  } catch (error) {
    if (!(error instanceof SignatureError)) throw error
    print(`${path} is not to be trusted: ${error.message}`)
    return exit.altered
  }
}

/** Compares the files that a signed list names, as far as they are in the same folder. */
async function verifyListed(
  path: string,
  list: Uint8Array,
  version: string,
  print: (line: string) => void,
): Promise<number> {
  const listed = [...new TextDecoder().decode(list).matchAll(/^([0-9a-f]{64}) {2}([\w.-]+)$/gm)]
  const here = listed.filter(([, , name = '']) => existsSync(join(dirname(path), name)))
  print(`${basename(path)} of Tapedeck ${version} is as it was signed. It lists ${listed.length} files.`)
  let isAltered = false
  for (const [, hash, name = ''] of here) {
    const hasher = new Bun.CryptoHasher('sha256')
    for await (const piece of Bun.file(join(dirname(path), name)).stream()) hasher.update(piece)
    const isSame = hasher.digest('hex') === hash
    print(`  ${isSame ? 'ok' : 'ALTERED'}  ${name}`)
    isAltered ||= !isSame
  }
  if (here.length === 0) print('None of them lies beside it.')
  return isAltered ? exit.altered : exit.verified
}
