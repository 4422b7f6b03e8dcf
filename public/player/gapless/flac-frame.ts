import { codedNumber, crc8, crc16 } from '../../../src/lib/audio/flac-bits.ts'
import { box, mp4Start, sampleEntry, u32 } from './mp4.ts'

type Sound = { channels: number; rate: number; bits: number; blockSamples: number; total: number }

export const infoBytes = 34

/** The words to a source buffer for FLAC with this STREAMINFO (RFC 9639, section 8.2). */
export function ofStreamInfo(info: Uint8Array, channels: number, rate: number) {
  const detail = box('dfLa', [0, 0, 0, 0, 0x80, 0, 0, infoBytes], info)
  return { type: 'audio/mp4; codecs="flac"', start: mp4Start(rate, sampleEntry('fLaC', channels, rate, detail)) }
}

export function flacStart({ channels, rate, bits, blockSamples, total }: Sound) {
  const info = new Uint8Array(infoBytes)
  const view = new DataView(info.buffer)
  view.setUint16(0, blockSamples)
  view.setUint16(2, blockSamples)
  const most = total < 2 ** 32 ? total : 0
  info.set(
    [
      rate >> 12,
      (rate >> 4) & 255,
      ((rate & 15) << 4) | ((channels - 1) << 1) | ((bits - 1) >> 4),
      ((bits - 1) & 15) << 4,
      ...u32(most),
    ],
    10,
  )
  return ofStreamInfo(info, channels, rate)
}

type Block = {
  channels: number
  bits: number
  number: number
  size: number
  read(channel: number, index: number): number
}

/** A frame of samples as they are. */
export function flacFrame({ channels, bits, number, size, read }: Block): Uint8Array<ArrayBuffer> {
  const head = [
    0xff,
    0xf8,
    0x70,
    ((channels - 1) << 4) | ((bits / 4 + (bits === 8 ? -1 : 0)) << 1),
    ...codedNumber(number),
    (size - 1) >> 8,
    (size - 1) & 255,
  ]
  const bytes = bits / 8
  const frame = new Uint8Array(head.length + 1 + channels * (1 + size * bytes) + 2)
  frame.set(head)
  frame[head.length] = crc8(frame.subarray(0, head.length))
  let at = head.length + 1
  for (let channel = 0; channel < channels; channel += 1) {
    frame[at++] = 2
    for (let index = 0; index < size; index += 1) {
      const value = read(channel, index)
      if (bytes === 3) frame[at++] = value >> 16
      if (bytes >= 2) frame[at++] = value >> 8
      frame[at++] = value
    }
  }
  const sum = crc16(frame.subarray(0, at))
  frame.set([sum >> 8, sum & 255], at)
  return frame
}
