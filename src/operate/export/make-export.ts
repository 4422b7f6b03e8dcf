import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Type as t } from '@sinclair/typebox'
import { and, eq, ne } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { accountExports } from '../../../db/schema/operate/export.ts'
import { languageOfAccount } from '../../account/language.ts'
import { personOf } from '../../account/person-of.ts'
import { isShortOfSpaceFor } from '../../casset/download/pack/build-pack.ts'
import type { PackedFile } from '../../casset/download/pack/pack.ts'
import { runPack } from '../../casset/download/pack/run-pack.ts'
import type { Ctx } from '../../context.ts'
import { inLanguage, say } from '../../lib/language/say.ts'
import { dayMs, hourMs } from '../../lib/time/calendar.ts'
import { unspend } from '../../platform/http/limiter.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import { endedEachTime } from '../../platform/job/job-kind.ts'
import { emailExportReady } from './emails.ts'
import { endExports } from './end-exports.ts'
import { type ExportRow, exportName } from './own-export.ts'
import { keptProblem, problems } from './problems.ts'
import { type Contents, writeSections } from './write-sections.ts'

export const exportKeptMs = 7 * dayMs

/** See rule: export. One at a time, as it reads everything that somebody stored. */
export const makeExportJob = defineJob('make-export', {
  payload: t.Object({ exportId: t.String() }),
  concurrency: 1,
  maxAttempts: 3,
  // A large one on a slow disk.
  limitMs: 6 * hourMs,
  run: (ctx, { exportId }) => makeExport(ctx, exportId),
  failed: failExport,
})

const mostTries = 20

/** Changes the state of an export in progress; returns whether it still was in progress. */
const settle = (ctx: Ctx, id: string, values: Partial<ExportRow>): boolean =>
  ctx.db
    .update(accountExports)
    .set(values)
    .where(and(eq(accountExports.id, id), eq(accountExports.state, 'MAKING')))
    .returning({ id: accountExports.id })
    .get() !== undefined

function failExport(ctx: Ctx, { exportId }: { exportId: string }, problem: string): void {
  settle(ctx, exportId, { state: 'FAILED', problem: keptProblem(problem) })
  if (problem !== endedEachTime) return
  const row = ctx.db.select().from(accountExports).where(eq(accountExports.id, exportId)).get()
  if (row) unspend(ctx.limiter, 'export', row.userId)
}

async function makeExport(ctx: Ctx, exportId: string): Promise<void> {
  const row = ctx.db.select().from(accountExports).where(eq(accountExports.id, exportId)).get()
  const person = row && ownerOfData(ctx, row.userId)
  if (row?.state !== 'MAKING' || !person) return
  const made = ctx.blobs.made(exportName(row))
  const scratch = ctx.blobs.scratch(ctx.uuid())
  try {
    await mkdir(scratch, { mode: 0o700 })
    const contents = await writeSections(ctx, { ...person, email: person.confirmed }, scratch)
    if (isShortOfSpaceFor(ctx, contents)) throw new Error(problems['no-room'])
    const pack = () => packAll(ctx, scratch, person.handle, contents)
    const zip = await inLanguage(languageOfAccount(ctx, row.userId), pack)
    await rename(zip, made)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
  const isWanted = inTransaction(ctx.db, () => {
    const ready = { state: 'READY', bytes: Bun.file(made).size, expiresAt: ctx.now() + exportKeptMs } as const
    if (!settle(ctx, exportId, ready)) return false
    emailExportReady(ctx, { id: exportId, ...person })
    return true
  })
  if (!isWanted) return rm(made, { force: true })
  const others = and(eq(accountExports.userId, row.userId), ne(accountExports.id, exportId))
  await endExports(ctx, ctx.db.select().from(accountExports).where(others).all())
}

/** Returns the owner of the data; undefined when their account was deleted. */
function ownerOfData(ctx: Ctx, userId: string) {
  const found = personOf(ctx, userId)
  if (!found || found.email === null) return undefined
  const { verifiedAt, email, ...person } = found
  return { ...person, email, confirmed: verifiedAt === null ? '' : email }
}

/** A damaged stored file is left out, and named in the zip. */
async function packAll(ctx: Ctx, scratch: string, handle: string, { files, bytes }: Contents): Promise<string> {
  let tries = 0
  const leftOut = await missingOf(files)
  for (;;) {
    const zip = join(scratch, `${tries}.zip`)
    const packed = files.filter((file) => !leftOut.includes(file))
    const note = leftOut.length === 0 ? [] : [await noteOf(scratch, leftOut)]
    const request = {
      scratch,
      zip,
      folder: `${handle}-data`,
      stampMs: ctx.now(),
      cover: null,
      files: [...note, ...packed],
    }
    const result = await runPack(ctx.selfCommand, request, bytes)
    if (result.ok) return zip
    await rm(zip, { force: true })
    const damaged = result.kind === 'damaged' ? packed.find(({ sha256 }) => sha256 === result.sha256) : undefined
    tries += 1
    if (!damaged || tries > mostTries) {
      const { kind } = result
      throw new Error(problems[kind === 'damaged' || kind === 'unconverted' ? 'crashed' : kind])
    }
    ctx.log.error('a stored file is damaged', { sha256: damaged.sha256 })
    leftOut.push(damaged)
  }
}

/** Returns the missing files: known before packing, they need no second try. */
async function missingOf(files: readonly PackedFile[]): Promise<PackedFile[]> {
  const missing: PackedFile[] = []
  for (const file of files) {
    const { path, address } = file.master
    if (address === undefined && !(await Bun.file(path).exists())) missing.push(file)
  }
  return missing
}

async function noteOf(scratch: string, leftOut: readonly PackedFile[]): Promise<PackedFile> {
  const name = 'DAMAGED.txt'
  const text = [say('These files are missing or damaged on the server:'), ...leftOut.map((file) => file.name), ''].join(
    '\n',
  )
  const master = join(scratch, name)
  await Bun.write(master, text)
  return {
    master: { path: master },
    sha256: new Bun.CryptoHasher('sha256').update(text).digest('hex'),
    extension: 'txt',
    name,
    tags: null,
  }
}
