import { open, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import type { Ctx } from '../../../context.ts'
import { AppError, invalid } from '../../../errors.ts'
import { say } from '../../../lib/language/say.ts'
import type { Log } from '../../log.ts'
import { notStored } from '../disk-full.ts'

/**
 * Space of an account's quota, reserved for an upload before its bytes arrive, so that concurrent
 * uploads cannot take it.
 */
export type StorageReservation = {
  /** Reserves at least so many bytes. Throws BAD_STATE when the account has not so many left. */
  hold(bytes: number): void
  /** Releases the reservation; stored files count by themselves. */
  release(): void
}

export type ReceivedFile = {
  path: string
  name: string
  bytes: number
  sha256: string
  head: Uint8Array
  /** The reserved space of its account, until the stored file counts by itself. */
  reservation?: StorageReservation
}

export type ReceivedForm = { file: ReceivedFile; fields: Record<string, string> }

type FormLimits = {
  maxBytes: number
  fields: readonly string[]
  /** Called with the file's length so far, before its last chunk is written; may throw. */
  arriving: (bytes: number) => void
}

const headBytes = 65_536
const maxFieldBytes = 32_768

/**
 * Streams a multipart/form-data body with one part `file` to the scratch folder and hashes it
 * meanwhile; it is never held in memory. The caller adopts or removes the file. Throws
 * UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, VALIDATION (missing or unknown parts, a truncated
 * body), UNAVAILABLE (a disk that cannot be written to) and what `arriving` throws; then no file is
 * left.
 */
export async function receiveForm(ctx: Ctx, request: Request, wanted: FormLimits): Promise<ReceivedForm> {
  const contentType = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\s*;.*boundary=/i.test(contentType) || !request.body) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', say('This route takes multipart/form-data with a part named "file".'))
  }
  const path = ctx.blobs.scratch(ctx.uuid())
  try {
    return await readParts(ctx.log, request.body, contentType, path, wanted)
  } catch (error) {
    await rm(path, { force: true }).catch(() => {})
    throw toUploadError(error)
  }
}

/** Returns the first bytes of a file, enough to recognise its type. */
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
  log: Log,
  body: ReadableStream<Uint8Array>,
  contentType: string,
  path: string,
  wanted: FormLimits,
): Promise<ReceivedForm> {
  const fields: Record<string, string> = {}
  const refused: AppError[] = []
  let arriving: { stream: Readable; saved: Promise<Omit<ReceivedFile, 'head'>> } | undefined
  // One byte more than allowed, so that a larger file is noticed.
  const limits = { fileSize: wanted.maxBytes + 1, fieldSize: maxFieldBytes, fields: 20, parts: 24, files: 2 }
  const form = new Busboy({ headers: { 'content-type': contentType }, limits })

  form.on('field', (name, value, _nameCut, valueCut) => {
    if (!wanted.fields.includes(name)) refused.push(unknownPart(name))
    else if (valueCut) refused.push(invalid(name, `"${name}" is too long.`))
    else fields[name] = value
  })
  form.on('file', (name, stream, fileName) => {
    // Emitted for a truncated part before it is read; an error without listener ends the process.
    stream.on('error', (error) => form.destroy(error))
    if (name !== 'file' || arriving) {
      refused.push(invalid(name, 'The form takes one file, in a part named "file".'))
      stream.resume()
      return
    }
    arriving = { stream, saved: saveFile(log, stream, path, fileName ?? '', wanted) }
    // A full disk or too large a file ends the form's parsing, which would wait for a reader.
    arriving.saved.catch((error) => form.destroy(error))
  })
  try {
    await pipeline(Readable.from(body), form)
  } catch (error) {
    arriving?.stream.destroy()
    // Why the file could not be stored says more than the truncated form that follows.
    await arriving?.saved.catch((reason) => {
      throw reason instanceof AppError ? reason : error
    })
    throw error
  }
  const file = await arriving?.saved
  const refusal = refused[0]
  if (refusal) throw refusal
  if (!file) throw invalid('file', 'The part "file" is missing.')
  const head = await readHead(path).catch((fault) => refuseFault(log, fault))
  return { file: { ...file, head }, fields }
}

const unknownPart = (name: string) =>
  name === 'file'
    ? invalid(name, 'The part "file" has to be a file, with a file name.')
    : invalid(name, `Unknown part "${name}".`)

/** Marks where an error came from: a fault of our disk must not be reported as one of the form. */
function refuseFault(log: Log, fault: unknown): never {
  throw notStored(log, fault)
}

async function saveFile(log: Log, stream: Readable, path: string, name: string, { maxBytes, arriving }: FormLimits) {
  const hasher = new Bun.CryptoHasher('sha256')
  const refuse = (fault: unknown) => refuseFault(log, fault)
  const file = await open(path, 'wx', 0o600).catch(refuse)
  let bytes = 0
  try {
    for await (const piece of stream) {
      bytes += piece.length
      if (bytes > maxBytes)
        throw new AppError('PAYLOAD_TOO_LARGE', say('The file is larger than {maxBytes} bytes.', { maxBytes }))
      arriving(bytes)
      hasher.update(piece)
      for (let at = 0; at < piece.length; ) at += (await file.write(piece, at).catch(refuse)).bytesWritten
    }
  } finally {
    await file.close().catch(refuse)
  }
  return { path, name, bytes, sha256: hasher.digest('hex') }
}

function toUploadError(error: unknown): AppError {
  if (error instanceof AppError) return error
  return new AppError('VALIDATION', say('The form is malformed or broke off before its end.'), { field: 'file' })
}
