import { expect, test } from 'bun:test'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { mails } from '../../db/schema/platform/mail.ts'
import { makeOwner } from '../../src/account/owner/make-owner.ts'
import { queueLookOver } from '../../src/operate/doctor/look-over.ts'
import { runChecks } from '../../src/operate/doctor/run-checks.ts'
import { checks } from '../../src/rooms.ts'
import { startBucket } from '../support/platform/bucket.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { addReadyTrack, cast } from '../support/world.ts'

/** A site that runs some of its checks, and has not begun to by itself. */
async function lookingSite(names: readonly string[], env: Record<string, string> = {}) {
  const looked: string[] = []
  const looks = checks.filter(({ name }) => names.includes(name))
  const svc = await startServer({
    env,
    look: (ctx) => {
      looked.push('now')
      return runChecks(ctx, { looks })
    },
  })
  const nova = cast(svc.ctx, 'nova')
  makeOwner(svc.ctx, 'nova@example.com')
  return { svc, nova, looked }
}

const emails = ({ ctx }: TestServer) =>
  ctx.db
    .select()
    .from(mails)
    .where(eq(mails.kind, 'look-over'))
    .all()
    .map(({ textBody }) => textBody)

test('a disk that does not take what is written is told to the owner at once, and once more when it does', async () => {
  const { svc, looked } = await lookingSite(['disk'])
  await using _ = svc
  const log = join(svc.dataDir, 'tapedeck.db-wal')
  // The log cannot be synced while it is away, though the database has it open.
  renameSync(log, `${log}.away`)
  for (let write = 0; write < 5; write += 1) await expect(svc.ctx.durably(() => undefined)).rejects.toThrow('ENOENT')
  await svc.ctx.jobs.idle()
  expect(emails(svc)).toEqual([expect.stringContaining('disk does not take what is written (ENOENT)')])
  expect(looked).toHaveLength(1)
  expect(svc.logged.filter((line) => line.includes('the disk did not take what was written'))).toHaveLength(1)
  renameSync(`${log}.away`, log)
  queueLookOver(svc.ctx)
  await svc.ctx.jobs.idle()
  expect(emails(svc)).toEqual([expect.anything(), expect.stringContaining('Well again: disk.')])
})

test('a bucket that is gone is told to the owner as soon as somebody asks for a file of it', async () => {
  await using bucket = await startBucket()
  const { svc, nova, looked } = await lookingSite(['bucket'], bucket.env)
  await using _ = svc
  const track = await addReadyTrack(svc.ctx, nova.cassetId, 'One')
  expect(looked).toEqual([])
  const gone = '<Error><Code>NoSuchBucket</Code></Error>'
  bucket.between = () => new Response(gone, { status: 404 })
  const ask = () => svc.ctx.bucket?.open(track.sha256, undefined).catch(() => undefined)
  for (let time = 0; time < 3; time += 1) await ask()
  await svc.ctx.jobs.idle()
  expect(emails(svc)).toEqual([expect.stringContaining('There is no such bucket')])
  expect(looked).toHaveLength(1)
})
