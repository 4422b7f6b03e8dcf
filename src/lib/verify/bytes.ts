import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'

const encoder = new TextEncoder()

export const utf8 = (text: string): Uint8Array => encoder.encode(text)

/** Returns bytes in lower-case hex. */
export const toHex = (bytes: Uint8Array): string => bytesToHex(bytes)

/** Returns the bytes of a text in hex; undefined for any other text. */
export const ofHex = (text: string): Uint8Array =>
  /^(?:[0-9a-f]{2})*$/.test(text) ? hexToBytes(text) : new Uint8Array()

/** Whether two are the same bytes. */
export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at])
