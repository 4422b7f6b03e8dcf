const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** A UUIDv7 (RFC 9562) of a time in milliseconds and 10 random bytes. */
export function uuidV7(nowMs: number, random: Uint8Array): string {
  const tail = Buffer.from(random)
  tail[0] = 0x70 | ((tail[0] ?? 0) & 0x0f)
  tail[2] = 0x80 | ((tail[2] ?? 0) & 0x3f)
  const hex = nowMs.toString(16).padStart(12, '0') + tail.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** What every UUIDv7 of this time and later is not below; it is none itself. */
export const uuidFloor = (ms: number): string => {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}

/** Whether a text is one of our ids; anything else in a path is simply not found (contract 2). */
export const isUuidV7 = (text: string): boolean => pattern.test(text)
