import { type AppError, invalid } from '../../../errors.ts'
import { say } from '../../../lib/language/say.ts'
import { hasEnd } from './plain-picture.ts'
import { pngChunks } from './png-chunks.ts'
import { isRiff, riffChunks } from './webp.ts'

/**
 * Throws VALIDATION for a picture of which a part is missing: of a JPEG, decoders paint what is
 * missing grey and say nothing.
 */
export function refuseCutOff(file: Uint8Array): void {
  if (isJpeg(file) ? !hasEnd(file) : isPng(file) ? isCutPng(file) : isRiff(file) ? !riffChunks(file) : isCutGif(file)) {
    throw cutOff()
  }
}

const cutOff = (): AppError =>
  invalid(
    'file',
    say('This picture is cut off: a part of it is missing.'),
    say('Copy or save it again and upload that.'),
  )

const isJpeg = (file: Uint8Array) => file[0] === 0xff && file[1] === 0xd8
const isPng = (file: Uint8Array) => file[0] === 0x89 && file[1] === 0x50

/** Bytes that are no part of any PNG are damage, not a cut. */
function isCutPng(file: Uint8Array): boolean {
  const types = [...pngChunks(file)].map(({ type }) => type)
  return types[0] === 'IHDR' && !types.includes('IEND') && types.every((type) => /^[A-Za-z]{4}$/.test(type))
}

const [extension, image, trailer] = [0x21, 0x2c, 0x3b]
const tableBytes = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1))

/** Whether a GIF ends inside one of its parts. */
function isCutGif(file: Uint8Array): boolean {
  if (Buffer.from(file.subarray(0, 4)).toString('latin1') !== 'GIF8' || file.length < 13) return false
  let at = 13 + tableBytes(file[10] ?? 0)
  while (at < file.length) {
    const kind = file[at]
    if (kind === trailer) return false
    if (kind !== extension && kind !== image) return false
    at += kind === extension ? 2 : 11 + tableBytes(file[at + 9] ?? 0)
    while (at < file.length && file[at] !== 0) at += 1 + (file[at] ?? 0)
    at += 1
  }
  return at > file.length
}
