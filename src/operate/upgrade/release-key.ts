import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { keyName, readSignedComment, type SignedWords, signatureSuffix } from '../../platform/program/download.ts'
import {
  type Bytes,
  fileHash,
  type PublicKey,
  readPublicKey,
  verifySignature,
} from '../../platform/program/signature.ts'
import { builtFor, version as own } from '../../platform/version.ts'

const besideOf = (executable: string): string => join(dirname(executable), keyName)

export const knowsReleases = (executable: string): boolean =>
  Boolean(builtFor?.releaseKey) || existsSync(besideOf(executable))

/**
 * Returns the key of the release that this executable is of; of one that was built by hand, the one
 * that lies beside it, since whoever can write there can replace it anyway. Throws SignatureError
 * for a file that is no key.
 */
export async function releaseKeyOf(executable: string): Promise<PublicKey | undefined> {
  const beside = besideOf(executable)
  const key = builtFor?.releaseKey ?? (existsSync(beside) ? await Bun.file(beside).text() : undefined)
  return key === undefined ? undefined : readPublicKey(key)
}

/** Verifies a file, or these bytes of it, by the signature beside it. Throws SignatureError. */
export async function verifyDownload(
  path: string,
  key: PublicKey,
  bytes: Bytes = Bun.file(path).stream(),
): Promise<SignedWords> {
  const signature = await Bun.file(path + signatureSuffix).text()
  return readSignedComment(verifySignature(signature, key, await fileHash(bytes)))
}

/** Why a signed download does not take the place of a program; undefined when it may. */
export const misfitOf = (
  { content, version }: SignedWords,
  { target, running }: { target: string | undefined; running: string } = { target: builtFor?.target, running: own },
): 'target' | 'version' | undefined => {
  if (content !== target) return 'target'
  return Bun.semver.order(version, running) > 0 ? undefined : 'version'
}

export const previousOf = (executable: string): string => `${executable}.previous`
