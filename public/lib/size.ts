import { measureText, tenthText } from '../../src/lib/language/formats.ts'
import { say } from '../../src/lib/language/say.ts'

const oneDigitBelow = 9_950_000
const kilobytesBelow = 950_000

/** Returns a number of bytes in readable units. */
export function sizeOf(bytes: number): string {
  if (bytes < kilobytesBelow) return say('{count} KB', { count: Math.ceil(bytes / 1_000) })
  const megabytes = bytes / 1_000_000
  return say('{bytes} MB', {
    bytes: bytes < oneDigitBelow ? tenthText(megabytes) : measureText(Math.round(megabytes)),
  })
}
