import { readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Value } from '@sinclair/typebox/value'
import type { Ctx } from '../../../context.ts'
import { type LeftFile, nameOf, stemOf } from '../../../lib/album/found.ts'
import { makeFolder } from '../../../lib/file/private-files.ts'
import { parseJson } from '../../../lib/json/json.ts'
import { runLimited } from '../../../lib/turn/limited-child.ts'
import { reservedBytes } from '../../../platform/storage/keep-free.ts'
import { LeftInZip, type UnzipRequest, UnzipResult } from './unzip.ts'

const leastCpuMs = 60_000
const bytesPerMs = 5_000
const rssMb = 700
const prefix = 'unzip-'

/** A zip that cannot be imported. The message says why and what to do. */
export class UnzipError extends Error {
  override readonly name = 'UnzipError'
}

/** The content of a zip, in a folder with its name, which ends with its scope. */
export type Unzipped = AsyncDisposable & { root: string; left: LeftFile[] }

/**
 * Unpacks a zip for an import, in a child process that can neither exceed its limits nor fill the
 * disk (rule: zips). Removes first the rest of a killed import; only one runs at a time. Throws
 * UnzipError.
 */
export async function unzipToImport(ctx: Ctx, zip: string): Promise<Unzipped> {
  const own = ctx.blobs.scratch(`${prefix}${ctx.uuid()}`)
  await removeLeftovers(dirname(own))
  const name = stemOf(nameOf(zip))
  const folder = join(own, 'unpacked', /^\.*$/.test(name) ? 'zip' : name)
  const request: UnzipRequest = {
    zip,
    folder,
    left: join(own, 'left.json'),
    // Each file is copied into the site before the unpacked one is removed.
    roomBytes: Math.max(0, Math.floor((ctx.disk.freeBytes() - reservedBytes(ctx)) / 2)),
    maxBytes: ctx.config.maxUploadBytes,
    readsAlac: ctx.ffmpeg !== null,
  }
  const remove = () => rm(own, { recursive: true, force: true })
  makeFolder(dirname(own), folder)
  try {
    const result = await runUnzip(ctx.selfCommand, request)
    if (!result.ok) throw new UnzipError(result.problem)
    const left = Value.Decode(LeftInZip, parseJson(await Bun.file(request.left).text()))
    return { root: folder, left, [Symbol.asyncDispose]: remove }
  } catch (error) {
    await remove()
    throw error
  }
}

async function removeLeftovers(scratch: string): Promise<void> {
  const names = await readdir(scratch).catch(() => [])
  for (const name of names.filter((each) => each.startsWith(prefix)))
    await rm(join(scratch, name), { recursive: true, force: true })
}

const failures = {
  expensive: 'The zip takes too much work to unpack.',
  memory: 'The zip needs too much memory to unpack.',
  busy: 'This machine was too busy to unpack the zip.',
  crashed: 'The zip could not be unpacked.',
}
const instead = 'Unpack it yourself, and import the folder.'

async function runUnzip(command: readonly string[], request: UnzipRequest): Promise<UnzipResult> {
  const end = await runLimited({
    cmd: [...command, '__unzip'],
    stdin: JSON.stringify(request),
    cpuMs: leastCpuMs + Bun.file(request.zip).size / bytesPerMs,
    rssMb,
  })
  if (end.kind !== 'answer') return { ok: false, problem: `${failures[end.kind]} ${instead}` }
  try {
    return Value.Decode(UnzipResult, parseJson(end.text))
  } catch {
    return { ok: false, problem: `${failures.crashed} ${instead}` }
  }
}
