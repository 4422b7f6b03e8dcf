// The forms on the pages of a release, a license and a request: one chunk, so that a page asks for
// one file.
import '../../lib/form-parts.ts'

export { default as AskArtist } from './ask-artist.tsx'
export { default as BuyLicense } from './buy-license.tsx'
export { default as HandIn } from './hand-in.tsx'
export { default as TakeFiles } from './take-files.tsx'
export { default as VerifyCertificate } from './verify-certificate.tsx'
export { default as WithdrawRequest } from './withdraw-request.tsx'
