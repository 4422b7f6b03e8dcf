import { SignatureError } from './signature.ts'

/**
 * What a signature says of the file that it is of: a version of the program, and for which
 * machines, or what else it is.
 */
export type SignedWords = { version: string; content: string }

/** Returns the trusted comment of a file of a release. */
export const signedComment = ({ version, content }: SignedWords): string => `tapedeck ${version} ${content}`

/**
 * Returns what a trusted comment says. Throws SignatureError for one that is not of this program.
 */
export function readSignedComment(comment: string): SignedWords {
  const [, version, content] = /^tapedeck (\d+\.\d+\.\d+(?:-[\w.]+)?) (\S+)$/.exec(comment) ?? []
  if (version === undefined || content === undefined)
    throw new SignatureError('The signature is of a file that is no part of Tapedeck.')
  return { version, content }
}

/** The name of the file with the executable for a target. */
export const downloadName = (version: string, target: string): string => `tapedeck-${version}-${target}.tar.gz`

/** The name of the list of hashes of a release, as `sha256sum -c` reads it. */
export const sumsName = 'SHA256SUMS'

/** The end of the name of a signature, after that of its file. */
export const signatureSuffix = '.minisig'
