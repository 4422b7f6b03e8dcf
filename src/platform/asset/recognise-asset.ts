import { AppError } from '../../errors.ts'

const signatures = [
  { kind: 'image', contentType: 'image/jpeg', at: 0, bytes: [0xff, 0xd8, 0xff] },
  { kind: 'image', contentType: 'image/png', at: 0, bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { kind: 'image', contentType: 'image/gif', at: 0, bytes: [0x47, 0x49, 0x46, 0x38] },
  { kind: 'image', contentType: 'image/webp', at: 8, bytes: [0x57, 0x45, 0x42, 0x50] },
  { kind: 'stems', contentType: 'application/zip', at: 0, bytes: [0x50, 0x4b, 0x03, 0x04] },
] as const

/** Returns what an uploaded asset is, by its first bytes, never by its name. Throws UNSUPPORTED_MEDIA_TYPE. */
export function recogniseAsset(head: Uint8Array): { kind: 'image' | 'stems'; contentType: string } {
  const found = signatures.find(({ at, bytes }) => bytes.every((byte, index) => head[at + index] === byte))
  if (found) return { kind: found.kind, contentType: found.contentType }
  throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'This is neither a picture (JPEG, PNG, WebP, GIF) nor a zip of stems.')
}
