import { HUSH, SAMPLE_RATE, type Stereo } from './stereo.ts'

const LENGTHS_MS = [29.7, 37.1, 41.1, 43.7, 53.3, 59.9, 67.7, 73.1]
const HALF_RATE = SAMPLE_RATE / 2
/** Samples done at once: fewer than the shortest line holds, so its output is known beforehand. */
const BLOCK = 128

/** A room: its size (1 is a hall), the time of a fall by 60 dB, and dullness of walls (0…1). */
export type Room = { readonly size: number; readonly decaySec: number; readonly damping: number }

type Line = {
  readonly buffer: Float32Array
  readonly read: Float32Array
  readonly feedback: number
  dulled: number
  slot: number
}

/** Reads a block from a line, dulled and weakened, and adds it to what all lines give together. */
function readLine(line: Line, damping: number, sum: Float32Array) {
  const { buffer, feedback, read } = line
  const length = buffer.length
  let { dulled, slot } = line
  for (let at = 0; at < BLOCK; at++) {
    const heard = buffer[slot] ?? 0
    dulled = heard + damping * (dulled - heard)
    const fed = dulled * feedback
    read[at] = fed
    sum[at] = (sum[at] ?? 0) + fed
    slot = slot + 1 === length ? 0 : slot + 1
  }
  line.dulled = dulled
}

/** Feeds a line with the new sound and with what the lines exchange (a Householder reflection). */
function writeLine(line: Line, sum: Float32Array, share: number, input: Float32Array) {
  const { buffer, read } = line
  const length = buffer.length
  let { slot } = line
  for (let at = 0; at < BLOCK; at++) {
    buffer[slot] = (input[at] ?? 0) + (read[at] ?? 0) - (sum[at] ?? 0) * share
    slot = slot + 1 === length ? 0 : slot + 1
  }
  line.slot = slot
}

function listen(read: Float32Array, sign: number, ear: Float32Array) {
  for (let at = 0; at < BLOCK; at++) ear[at] = (ear[at] ?? 0) + (read[at] ?? 0) * sign
}

/** Half the rate: the mean of each two samples. */
function halve(samples: Float32Array, from: number, out: Float32Array) {
  for (let at = 0; at < BLOCK; at++) {
    out[at] = ((samples[from + 2 * at] ?? 0) + (samples[from + 2 * at + 1] ?? 0)) * 0.25 + HUSH
  }
}

/** Doubles the sample rate by linear interpolation. Returns the last sample. */
function double(tail: Float32Array, before: number, out: Float32Array, from: number): number {
  let last = before
  for (let at = 0; at < BLOCK; at++) {
    const now = tail[at] ?? 0
    out[from + 2 * at] = (last + now) * 0.5
    out[from + 2 * at + 1] = now
    last = now
  }
  return last
}

/**
 * Turns a bus into its echo in a room, in place: eight delay lines that feed each other, computed
 * at half the rate, for a tail has no treble worth the time.
 */
export function reverberate(bus: Stereo, room: Room): void {
  const lines: Line[] = LENGTHS_MS.map((ms) => {
    const length = Math.max(BLOCK + 1, Math.round((ms / 1000) * room.size * HALF_RATE))
    const feedback = 10 ** ((-3 * length) / (room.decaySec * HALF_RATE))
    return { buffer: new Float32Array(length), read: new Float32Array(BLOCK), feedback, dulled: 0, slot: 0 }
  })
  const plane = () => new Float32Array(BLOCK)
  const [sum, inLeft, inRight, left, right] = [plane(), plane(), plane(), plane(), plane()]
  let lastLeft = 0
  let lastRight = 0
  for (let from = 0; from < bus.left.length; from += 2 * BLOCK) {
    halve(bus.left, from, inLeft)
    halve(bus.right, from, inRight)
    sum.fill(0)
    left.fill(0)
    right.fill(0)
    for (const line of lines) readLine(line, room.damping, sum)
    lines.forEach((line, number) => {
      listen(line.read, number & 4 ? -1 : 1, number & 1 ? right : left)
      writeLine(line, sum, 2 / lines.length, number & 1 ? inRight : inLeft)
    })
    lastLeft = double(left, lastLeft, bus.left, from)
    lastRight = double(right, lastRight, bus.right, from)
  }
}
