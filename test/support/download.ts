import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { tracks } from '../../db/schema/audio.ts'
import type { Ctx } from '../../src/context.ts'
import { sha256Hex } from '../../src/lib/hmac.ts'
import type { TestServer } from './server.ts'
import { fixture } from './upload.ts'
import { addReadyTrack, type Person } from './world.ts'

/** Whether the tools are installed that a collector unpacks with; without them a test says so and is skipped. */
export const hasUnzip = Bun.which('unzip') !== null && Bun.which('sha256sum') !== null
if (!hasUnzip) console.error('NO unzip OR sha256sum: what is inside a download is NOT LOOKED AT.')

/** Puts a fixture on a casset as a ready track. */
export async function addMaster(
  ctx: Ctx,
  cassetId: string,
  file: string,
  values: Partial<typeof tracks.$inferInsert> = {},
) {
  const bytes = await fixture(file)
  const path = ctx.blobs.scratch(ctx.uuid())
  await Bun.write(path, bytes)
  ctx.blobs.adopt(path, sha256Hex(bytes))
  const format = file.slice(file.lastIndexOf('.') + 1)
  return addReadyTrack(ctx, cassetId, values.title ?? file, {
    fileName: file,
    format,
    sha256: sha256Hex(bytes),
    bytes: bytes.length,
    ...values,
  })
}

/** Where a casset is downloaded. */
export const downloadPath = (slug: string, format?: string) =>
  `/api/casset/${slug}/download${format === undefined ? '' : `?format=${format}`}`

/** Asks for a download. */
export const askDownload = (
  svc: Pick<TestServer, 'fetch'>,
  { cookie }: Pick<Person, 'cookie'>,
  path: string,
  headers: Record<string, string> = {},
) => svc.fetch(path, { headers: { cookie, ...headers } })

/** The zips that a server keeps. */
export const keptPacks = ({ dataDir }: { dataDir: string }) => readdirSync(join(dataDir, 'blobs/made'))

/** What was unpacked: a folder that ends with its scope, its files, and what a program says in it. */
export type Unpacked = Disposable & {
  path: string
  files: string[]
  run(...cmd: string[]): Promise<{ code: number; out: string }>
}

/** Unpacks a download with the host's own tool. */
export async function unpack(zip: Response): Promise<Unpacked> {
  if (zip.status !== 200) throw new Error(`no zip: ${zip.status} ${await zip.text()}`)
  const path = mkdtempSync(join(tmpdir(), 'tapedeck-unpacked-'))
  await Bun.write(join(path, '.zip'), await zip.arrayBuffer())
  const run = async (...cmd: string[]) => {
    const child = Bun.spawn(cmd, { cwd: path, env: { LC_ALL: 'C.UTF-8' }, stdout: 'pipe', stderr: 'pipe' })
    const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
    return { code: await child.exited, out: out + err }
  }
  const { code, out } = await run('/usr/bin/env', 'unzip', '-q', '.zip')
  if (code !== 0) throw new Error(out)
  rmSync(join(path, '.zip'))
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('/'))
  return { path, files: files.sort(), run, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}
