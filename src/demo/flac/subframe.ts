import type { BitWriter } from './bit-writer.ts'
import { fitPredictor, PRECISION_BITS, predict } from './predictor.ts'

const PARTITION_ORDER = 4
const METHOD_BITS = 6
const TYPE = { constant: 0, verbatim: 1, predicted: 0b100000 } as const

/** A channel as a frame stores it: samples without their `unused` low bits, of `depth` bits with them. */
export type Channel = { readonly samples: Float64Array; readonly depth: number; readonly unused: number }

/** What each block is worked out in: the window of the fit, and room for a residual. */
export type Scratch = { readonly window: Float64Array; readonly residual: Float64Array }

/** The Rice parameter of each partition, and the bits the whole residual takes. */
type Coding = { readonly rice: Uint8Array; readonly order: number; readonly bits: number }

/** Chooses parameters from the mean magnitude of each partition; blocks that do not divide evenly use one. */
function chooseCoding(residual: Float64Array, length: number, warmUp: number): Coding {
  const order = length % (1 << PARTITION_ORDER) === 0 && length >> PARTITION_ORDER > warmUp ? PARTITION_ORDER : 0
  const size = length >> order
  const rice = new Uint8Array(1 << order)
  let bits = METHOD_BITS
  for (let part = 0; part < rice.length; part++) {
    const from = part === 0 ? warmUp : part * size
    const to = (part + 1) * size
    let sum = 0
    for (let at = from; at < to; at++) sum += Math.abs(residual[at] ?? 0)
    const mean = (2 * sum) / (to - from)
    const parameter = Math.max(0, Math.min(14, mean > 0 ? Math.floor(Math.log2(mean * Math.LN2 + 0.5) + 0.35) : 0))
    rice[part] = parameter
    bits += 4 + (to - from) * (parameter + 1) + (2 * sum) / (1 << parameter)
  }
  return { rice, order, bits }
}

function writeResidual(out: BitWriter, residual: Float64Array, length: number, warmUp: number, coding: Coding) {
  out.write(0, 2)
  out.write(coding.order, 4)
  const size = length >> coding.order
  coding.rice.forEach((parameter, part) => {
    out.write(parameter, 4)
    out.writeRice(residual, part === 0 ? warmUp : part * size, (part + 1) * size, parameter)
  })
}

const isConstant = (samples: Float64Array, length: number) => {
  for (let at = 1; at < length; at++) if (samples[at] !== samples[0]) return false
  return true
}

function writeHeader(out: BitWriter, type: number, unused: number) {
  out.write(type, 7)
  out.write(unused === 0 ? 0 : 1, 1)
  if (unused > 0) out.write(1, unused)
}

/** What a predictor makes of a channel, if it makes it smaller. */
function predictChannel({ samples, depth, unused }: Channel, length: number, scratch: Scratch) {
  const predictor = length === scratch.window.length ? fitPredictor(samples, scratch.window) : undefined
  if (predictor === undefined) return undefined
  const order = predictor.coefficients.length
  predict(samples, length, predictor, scratch.residual)
  const coding = chooseCoding(scratch.residual, length, order)
  const smaller = coding.bits + order * (depth - unused + PRECISION_BITS) < length * (depth - unused)
  return smaller ? { predictor, order, coding } : undefined
}

/** Writes one channel of one block: constant, predicted, or as it is, whichever is smallest. */
export function writeSubframe(out: BitWriter, channel: Channel, length: number, scratch: Scratch): void {
  const { samples, depth, unused } = channel
  const width = depth - unused
  if (isConstant(samples, length)) {
    writeHeader(out, TYPE.constant, unused)
    out.write(samples[0] ?? 0, width)
    return
  }
  const predicted = predictChannel(channel, length, scratch)
  if (predicted === undefined) {
    writeHeader(out, TYPE.verbatim, unused)
    for (let at = 0; at < length; at++) out.write(samples[at] ?? 0, width)
    return
  }
  const { predictor, order, coding } = predicted
  writeHeader(out, TYPE.predicted | (order - 1), unused)
  for (let at = 0; at < order; at++) out.write(samples[at] ?? 0, width)
  out.write(PRECISION_BITS - 1, 4)
  out.write(predictor.shift, 5)
  predictor.coefficients.forEach((value) => {
    out.write(value, PRECISION_BITS)
  })
  writeResidual(out, scratch.residual, length, order, coding)
}
