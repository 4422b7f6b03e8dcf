import { createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import type { Ctx } from '../context.ts'
import { AppError, invalid } from '../errors.ts'

/** A file that came in whole: where it lies, what its sender called it, and its identity. */
export type ReceivedFile = { path: string; name: string; bytes: number; sha256: string; head: Uint8Array }

export type ReceivedForm = { file: ReceivedFile; fields: Record<string, string> }

type Wanted = { maxBytes: number; fields: readonly string[] }

const headBytes = 65_536
const maxFieldBytes = 32_768

/**
 * Streams a multipart/form-data body with one part `file` to the scratch folder, hashing as it goes; nothing is held in
 * memory. The caller adopts or removes the file. Throws UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, VALIDATION (missing or
 * unknown parts, a body that breaks off) and UNAVAILABLE (no room on the disk); then nothing is left behind.
 */
export async function receiveForm(ctx: Ctx, request: Request, wanted: Wanted): Promise<ReceivedForm> {
  const contentType = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\s*;\s*boundary=/i.test(contentType) || !request.body) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'This route takes multipart/form-data with a part named "file".')
  }
  const path = ctx.blobs.scratch(ctx.uuid())
  try {
    return await readParts(request.body, contentType, path, wanted)
  } catch (error) {
    await rm(path, { force: true })
    throw toUploadError(error)
  }
}

/** The first bytes of a file, enough to recognise what it is. */
export async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function readParts(
  body: ReadableStream<Uint8Array>,
  contentType: string,
  path: string,
  wanted: Wanted,
): Promise<ReceivedForm> {
  const fields: Record<string, string> = {}
  const refused: AppError[] = []
  let saving: Promise<Omit<ReceivedFile, 'head'>> | undefined
  const limits = { fileSize: wanted.maxBytes, fieldSize: maxFieldBytes, fields: 20, parts: 24, files: 2 }
  const form = new Busboy({ headers: { 'content-type': contentType }, limits })

  form.on('field', (name, value, _nameCut, valueCut) => {
    if (!wanted.fields.includes(name)) refused.push(invalid(name, `"${name}" is not a part of this form.`))
    else if (valueCut) refused.push(invalid(name, `"${name}" is too long.`))
    else fields[name] = value
  })
  form.on('file', (name, stream, fileName) => {
    if (name !== 'file' || saving) {
      refused.push(invalid(name, 'The form takes one file, in a part named "file".'))
      stream.resume()
      return
    }
    saving = saveFile(stream, path, fileName, wanted.maxBytes)
    // Its outcome is awaited below; until then a failure must not count as unhandled.
    saving.catch(() => {})
  })
  await pipeline(Readable.from(body), form)
  const file = await saving
  const refusal = refused[0]
  if (refusal) throw refusal
  if (!file) throw invalid('file', 'The part "file" is missing.')
  return { file: { ...file, head: await readHead(path) }, fields }
}

type FileStream = NodeJS.ReadableStream & { truncated: boolean }

async function saveFile(stream: FileStream, path: string, name: string, maxBytes: number) {
  const hasher = new Bun.CryptoHasher('sha256')
  let bytes = 0
  const counter = new Transform({
    transform(piece: Uint8Array, _encoding, done) {
      hasher.update(piece)
      bytes += piece.length
      done(null, piece)
    },
  })
  await pipeline(stream, counter, createWriteStream(path, { mode: 0o600 }))
  if (stream.truncated) throw new AppError('PAYLOAD_TOO_LARGE', `The file is larger than ${maxBytes} bytes.`)
  return { path, name, bytes, sha256: hasher.digest('hex') }
}

function toUploadError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG') {
    const hint = 'The artist who runs this instance has to make room on its disk.'
    return new AppError('UNAVAILABLE', 'There is no room to store the file.', { hint, retryAfter: 600 })
  }
  return new AppError('VALIDATION', 'The form is malformed or broke off before its end.', { field: 'file' })
}
