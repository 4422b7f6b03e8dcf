import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { tracks } from '../../../db/schema/casset/track.ts'
import type { Ctx } from '../../../src/context.ts'
import { sha256Hex } from '../../../src/lib/hash/hmac.ts'
import type { TestServer } from '../server.ts'
import { findTool } from '../tool.ts'
import { addReadyTrack, type Person } from '../world.ts'
import { fixture } from './upload.ts'

const unzip = findTool('unzip') ?? ''
const unzipArgs = unzip.endsWith('unzip') ? ['-q'] : ['x', '-y']

/**
 * Whether there are the tools that a collector unpacks with; without them a test says so and is
 * skipped.
 */
export const hasUnzip = unzip !== '' && Bun.which('sha256sum') !== null
if (!hasUnzip) console.error('NO unzip OR sha256sum: what is inside a download is NOT LOOKED AT.')

/** Puts a fixture, or other bytes under its name, on a casset as a ready track. */
export async function addMaster(
  ctx: Ctx,
  cassetId: string,
  file: string,
  values: Partial<typeof tracks.$inferInsert> = {},
  other?: Uint8Array,
) {
  const bytes = other ?? (await fixture(file))
  const path = ctx.blobs.scratch(ctx.uuid())
  await Bun.write(path, bytes)
  await ctx.blobs.adopt([{ path, sha256: sha256Hex(bytes) }], () => {})
  const format = file.slice(file.lastIndexOf('.') + 1)
  return addReadyTrack(ctx, cassetId, values.title ?? file, {
    fileName: file,
    format,
    sha256: sha256Hex(bytes),
    bytes: bytes.length,
    ...values,
  })
}

export const downloadPath = (slug: string, format?: string) =>
  `/api/casset/${slug}/download${format === undefined ? '' : `?format=${format}`}`

export const askDownload = (
  svc: Pick<TestServer, 'fetch'>,
  { cookie }: Pick<Person, 'cookie'>,
  path: string,
  headers: Record<string, string> = {},
) => svc.fetch(path, { headers: { cookie, ...headers } })

export const keptPacks = ({ dataDir }: { dataDir: string }) => readdirSync(join(dataDir, 'blobs/made'))

/**
 * The unpacked release: a folder that ends with its scope, its files, and what a program says in
 * it.
 */
export type Unpacked = Disposable & {
  path: string
  files: string[]
  run(...cmd: string[]): Promise<{ code: number; out: string }>
}

export async function unpack(zip: Response): Promise<Unpacked> {
  if (zip.status !== 200) throw new Error(`no zip: ${zip.status} ${await zip.text()}`)
  const path = mkdtempSync(join(tmpdir(), 'tapedeck-unpacked-'))
  await Bun.write(join(path, '.zip'), await zip.arrayBuffer())
  const run = async (...cmd: string[]) => {
    const child = Bun.spawn(cmd, { cwd: path, env: { LC_ALL: 'C.UTF-8' }, stdout: 'pipe', stderr: 'pipe' })
    const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
    return { code: await child.exited, out: out + err }
  }
  const { code, out } = await run(unzip, ...unzipArgs, '.zip')
  if (code !== 0) throw new Error(out)
  rmSync(join(path, '.zip'))
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('/'))
  return { path, files: files.sort(), run, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

/**
 * The files of a download by their names, read from its own table of contents: nothing in it is
 * compressed.
 */
export function packedFiles(zip: Buffer): Map<string, Buffer> {
  const found = new Map<string, Buffer>()
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06'))
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const size = zip.readUInt32LE(at + 20)
    const nameEnd = at + 46 + zip.readUInt16LE(at + 28)
    const name = zip.toString('utf8', at + 46, nameEnd)
    if (zip.readUInt16LE(at + 10) !== 0) throw new Error(`compressed: ${name}`)
    const head = zip.readUInt32LE(at + 42)
    const start = head + 30 + zip.readUInt16LE(head + 26) + zip.readUInt16LE(head + 28)
    // The folder itself may be an entry too.
    if (!name.endsWith('/')) found.set(name.slice(name.indexOf('/') + 1), zip.subarray(start, start + size))
    at = nameEnd + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return found
}

export const packedFor = async (svc: Pick<TestServer, 'fetch'>, person: Pick<Person, 'cookie'>, path: string) => {
  const zip = await askDownload(svc, person, path)
  if (zip.status !== 200) throw new Error(`no zip: ${zip.status} ${await zip.text()}`)
  return packedFiles(Buffer.from(await zip.arrayBuffer()))
}
