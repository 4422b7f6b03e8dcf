const mostLines = 5_000
const inMilliseconds = 2

type Timed = { atMs: number; text: string }

const decoders = ['latin1', 'utf-16', 'utf-16be', 'utf-8'] as const

/** Returns where a text ends: at a zero, of two bytes where letters have two. */
function endOf(body: Uint8Array, from: number, isWide: boolean): number {
  const step = isWide ? 2 : 1
  for (let at = from; at + step <= body.length; at += step) {
    if (body[at] === 0 && (!isWide || body[at + 1] === 0)) return at
  }
  return body.length
}

/**
 * Returns the lyrics with times of an ID3 frame (SYLT) as an .lrc file has them; null for one that
 * counts in frames of sound, or holds none.
 */
export function lrcOfFrame(body: Uint8Array): string | null {
  const encoding = body[0] ?? 0
  const name = decoders[encoding]
  if (name === undefined || body[4] !== inMilliseconds) return null
  const isWide = encoding === 1 || encoding === 2
  const decoder = new TextDecoder(name)
  const zero = isWide ? 2 : 1
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength)
  const parts: Timed[] = []
  for (let at = endOf(body, 6, isWide) + zero; at < body.length && parts.length < mostLines; ) {
    const end = endOf(body, at, isWide)
    const timeAt = end + zero
    if (timeAt + 4 > body.length) break
    parts.push({ atMs: view.getUint32(timeAt), text: decoder.decode(body.subarray(at, end)) })
    at = timeAt + 4
  }
  const lines = inLines(parts)
  return lines.length === 0 ? null : lines.map(({ atMs, text }) => `${stampOf(atMs)}${text.trim()}`).join('\n')
}

/** Where line ends are written, the parts between them are the syllables of one line. */
function inLines(parts: readonly Timed[]): Timed[] {
  const hasEnds = parts.some(({ text }) => text.startsWith('\n'))
  const lines: Timed[] = []
  for (const { atMs, text } of parts) {
    const last = lines.at(-1)
    if (hasEnds && last && !text.startsWith('\n')) last.text += text
    else lines.push({ atMs, text })
  }
  return lines
}

function stampOf(atMs: number): string {
  const hundredths = Math.round(atMs / 10)
  const pad = (value: number) => String(value).padStart(2, '0')
  return `[${pad(Math.floor(hundredths / 6_000))}:${pad(Math.floor(hundredths / 100) % 60)}.${pad(hundredths % 100)}]`
}
