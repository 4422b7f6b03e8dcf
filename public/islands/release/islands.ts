// What a page of a release or a license asks of its reader: one chunk, so that a page asks for one file.
export { default as AskArtist } from './ask-artist.tsx'
export { default as BuyLicense } from './buy-license.tsx'
export { default as VerifyCertificate } from './verify-certificate.tsx'
