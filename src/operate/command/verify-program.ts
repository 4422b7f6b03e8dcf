import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { readSignedComment, type SignedWords, signatureSuffix, sumsName } from '../../platform/program/download.ts'
import {
  fileHash,
  type PublicKey,
  readPublicKey,
  SignatureError,
  verifySignature,
} from '../../platform/program/signature.ts'
import { builtFor } from '../../platform/version.ts'
import { splitArguments, UsageError } from './arguments.ts'

const exit = { verified: 0, unread: 1, altered: 2 } as const

/**
 * Returns the key that must have signed a release: the one in the named file, or that of this
 * executable's release. Throws UsageError for an executable that is no release, and SignatureError
 * for a file that is no key.
 */
export async function keyOfReleases(file: string | undefined): Promise<PublicKey> {
  if (file !== undefined) {
    if (!existsSync(file)) throw new UsageError(`There is no file ${file}.`)
    return readPublicKey(await Bun.file(file).text())
  }
  const key = builtFor?.releaseKey ?? undefined
  if (key === undefined)
    throw new UsageError('This Tapedeck was built by hand and knows no key of releases. Name one by --key FILE.')
  return readPublicKey(key)
}

/** Verifies a file by the signature beside it. Throws UsageError and SignatureError. */
export async function verifyDownload(path: string, key: PublicKey): Promise<SignedWords> {
  for (const each of [path, path + signatureSuffix])
    if (!existsSync(each)) throw new UsageError(`There is no file ${each}.`)
  const signature = await Bun.file(path + signatureSuffix).text()
  return readSignedComment(verifySignature(signature, key, await fileHash(Bun.file(path).stream())))
}

/**
 * `tapedeck verify-release FILE [--key FILE]`. Returns the exit code: 2 where the file differs from
 * the signed one.
 */
export async function verifyProgramCommand(args: readonly string[], print: (line: string) => void): Promise<number> {
  const { operands, given } = splitArguments('verify-release', args)
  const [path] = operands
  if (path === undefined) {
    print('Usage: tapedeck verify-release FILE [--key FILE]')
    return exit.unread
  }
  try {
    const key = await keyOfReleases(given.get('--key'))
    const { version, content } = await verifyDownload(path, key)
    if (content === sumsName) return await verifyListed(path, version, print)
    print(`${path} is Tapedeck ${version} for ${content}, signed with the key ${key.id}.`)
    return exit.verified
  } catch (error) {
    if (!(error instanceof SignatureError)) throw error
    print(`${path} is not to be trusted: ${error.message}`)
    return exit.altered
  }
}

/** Compares the files that a signed list names, as far as they are in the same folder. */
async function verifyListed(path: string, version: string, print: (line: string) => void): Promise<number> {
  const listed = [...(await Bun.file(path).text()).matchAll(/^([0-9a-f]{64}) {2}([\w.-]+)$/gm)]
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
