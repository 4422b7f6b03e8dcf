import { ripemd160, sha1 } from '@noble/hashes/legacy.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { sha256 } from './sha256.ts'

// The format of OpenTimestamps, version 1: github.com/opentimestamps/python-opentimestamps.
// "OpenTimestamps" and "Proof" between zeros, and eight bytes that are in no text.
const magic = hexToBytes('004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e89294')
const version = 1
const hashOp = 0x08
const digestBytes = 32
const tagBytes = 8
const bitcoinTag = '0588960d73d71901'
const longestArgument = 4_096
const mostSteps = 512
const mostPaths = 64

const [append, prepend, attested, fork] = [0xf0, 0xf1, 0x00, 0xff]
const unary: Readonly<Record<number, (message: Uint8Array) => Uint8Array>> = {
  2: (message) => sha1(message),
  3: (message) => ripemd160(message),
  8: (message) => sha256(message),
}

/** A path from a message to an attestation: the resulting digest, and Bitcoin's block. */
export type OtsPath = {
  readonly steps: Uint8Array
  readonly attestation: Uint8Array
  readonly result: Uint8Array
  /** The height of the block in the attestation; null for a calendar's that still waits. */
  readonly blockHeight: number | null
}

/** Returns all paths of a serialized timestamp of a message. Throws RangeError when it is none. */
export function readPaths(bytes: Uint8Array, message: Uint8Array): OtsPath[] {
  const paths: OtsPath[] = []
  let at = 0
  const take = (count: number) => {
    at += count
    if (at > bytes.length) throw new RangeError('The timestamp ends too early.')
    return bytes.subarray(at - count, at)
  }
  const byte = () => take(1)[0] ?? 0
  const bounded = () => {
    const length = readNumber(byte)
    if (length > longestArgument) throw new RangeError('The timestamp has a part that is too long.')
    return take(length)
  }
  const item = (tag: number, steps: Uint8Array, result: Uint8Array, depth: number): void => {
    if (depth > mostSteps || paths.length >= mostPaths) throw new RangeError('The timestamp is too long.')
    const from = at - 1
    if (tag === attested) {
      const kind = bytesToHex(take(tagBytes))
      const payload = bounded()
      const blockHeight = kind === bitcoinTag ? heightIn(payload) : null
      paths.push({ steps, attestation: bytes.subarray(from, at), result, blockHeight })
      return
    }
    const next = stepOf(tag, result, bounded)
    timestamp(new Uint8Array([...steps, ...bytes.subarray(from, at)]), next, depth + 1)
  }
  const timestamp = (steps: Uint8Array, result: Uint8Array, depth: number): void => {
    let tag = byte()
    for (; tag === fork; tag = byte()) item(byte(), steps, result, depth)
    item(tag, steps, result, depth)
  }
  timestamp(new Uint8Array(), message, 0)
  return paths
}

function stepOf(tag: number, message: Uint8Array, argument: () => Uint8Array): Uint8Array {
  if (tag === append) return new Uint8Array([...message, ...argument()])
  if (tag === prepend) return new Uint8Array([...argument(), ...message])
  const hash = unary[tag]
  if (!hash) throw new RangeError('The timestamp has a step that is not known here.')
  return hash(message)
}

function heightIn(payload: Uint8Array): number {
  const bytes = payload.values()
  return readNumber(() => bytes.next().value ?? 0)
}

/** A number in groups of seven bits, the lowest first. */
function readNumber(byte: () => number): number {
  let value = 0
  for (let factor = 1; factor < 2 ** 49; factor *= 128) {
    const next = byte()
    value += (next % 128) * factor
    if (next < 128) return value
  }
  throw new RangeError('The timestamp has a number that is too large.')
}

/** Returns the bytes of a `.ots` file which states that a path attests a SHA-256. */
export const otsFile = (digest: Uint8Array, path: Uint8Array): Uint8Array<ArrayBuffer> =>
  new Uint8Array([...magic, version, hashOp, ...digest, ...path])

/** Throws RangeError when it is no such file. */
export function readOtsFile(bytes: Uint8Array): { digest: Uint8Array; paths: OtsPath[] } {
  const start = [...magic, version, hashOp]
  if (!start.every((each, at) => bytes[at] === each))
    throw new RangeError('This is no OpenTimestamps proof of a SHA-256.')
  const digest = bytes.subarray(start.length, start.length + digestBytes)
  return { digest, paths: readPaths(bytes.subarray(start.length + digestBytes), digest) }
}
