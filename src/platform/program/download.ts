import { SignatureError } from './signature.ts'

/** A signature names its file's version of the program and target, or another kind of file. */
export type SignedWords = { version: string; content: string }

export const signedComment = ({ version, content }: SignedWords): string => `tapedeck ${version} ${content}`

/** Throws SignatureError for a comment that is not of this program. */
export function readSignedComment(comment: string): SignedWords {
  const [, version, content] = /^tapedeck (\d+\.\d+\.\d+(?:-[\w.]+)?) (\S+)$/.exec(comment) ?? []
  if (version === undefined || content === undefined)
    throw new SignatureError('The signature is of a file that is no part of Tapedeck.')
  return { version, content }
}

export const downloadName = (version: string, target: string): string => `tapedeck-${version}-${target}.tar.gz`

/** How large a download may be that the desk takes, whatever the limit of uploads is. */
export const maxDownloadBytes = 400_000_000

/** The name of the list of hashes of a release, as `sha256sum -c` reads it. */
export const sumsName = 'SHA256SUMS'

export const keyName = 'tapedeck.pub'

/** The end of the name of a signature, after that of its file. */
export const signatureSuffix = '.minisig'
