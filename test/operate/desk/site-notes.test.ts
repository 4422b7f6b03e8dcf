import { expect, test } from 'bun:test'
import { backupRuns } from '../../../db/schema/operate/backup.ts'
import { roles, staffed } from '../../support/operate/desk-doors.ts'
import { temporaryFolder } from '../../support/process.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import type { Person } from '../../support/world.ts'

const dayMs = 86_400_000

const notesFor = ({ call }: TestServer, { cookie }: Person) => call('GET', '/api/desk/notes', { cookie })

async function backupNote(svc: TestServer, owner: Person) {
  const { json } = await notesFor(svc, owner)
  const found = (Array.isArray(json) ? json : []).find((each) => Object(each).group === 'Backups')
  const { state, text, fix } = Object(found)
  return [state, text, fix]
}

/** A backup, or the trial of one, that many days ago. */
function run({ ctx }: TestServer, daysAgo: number, isTrial: boolean, problem: string | null = null) {
  const at = ctx.now() - daysAgo * dayMs
  const times = { id: ctx.uuid(), startedAt: at, endedAt: at }
  const size = { name: 'a', files: 1, bytes: 1_234_000_000, newBytes: 0 }
  ctx.db
    .insert(backupRuns)
    .values({ ...times, ...size, isTrial, problem })
    .run()
}

test('the lamp of backups says when the last one was, how large, and whether it was restored; none is a fault', async () => {
  using place = temporaryFolder()
  await using without = await startServer()
  const { actors } = staffed(without)
  expect(await backupNote(without, actors.owner)).toEqual([
    'bad',
    'No backup is made: when this disk fails, everything on it is lost.',
    'Name a folder on another disk, or a bucket; one is then made each night.',
  ])
  // A backup by hand does not change that.
  run(without, 1, false)
  expect((await backupNote(without, actors.owner))[0]).toBe('bad')

  await using svc = await startServer({ env: { BACKUP_TO: place.path } })
  const { owner } = staffed(svc).actors
  const none = 'There is no backup yet; the first one is made tonight.'
  expect(await backupNote(svc, owner)).toEqual(['bad', none, 'Or make it now.'])
  run(svc, 1, false)
  const made = 'The last good one was made 1 day ago'
  const beside = '; it is on the same disk as the site'
  const [state, text] = await backupNote(svc, owner)
  expect([state, String(text).replace(beside, '')]).toEqual(['good', `${made}; 1.2 GB, not restored for a test yet.`])
  run(svc, 9, true)
  expect((await backupNote(svc, owner))[1]).toEndWith('; 1.2 GB, restored for a test 9 days ago.')
  run(svc, 0, false, 'the disk is full')
  expect(await backupNote(svc, owner)).toMatchObject([
    'bad',
    `The last backup failed: the disk is full; ${made.toLowerCase()}.`,
    'Correct it under Backups at the desk, and press Back up now there.',
  ])
})

test('how the site is doing with its settings is for those who set it up, and nobody else', async () => {
  await using svc = await startServer()
  const { actors } = staffed(svc)
  for (const role of roles) {
    const { status } = await notesFor(svc, actors[role])
    expect([role, status]).toEqual([role, role === 'owner' || role === 'all' ? 200 : 403])
  }
  expect((await svc.call('GET', '/api/desk/notes')).status).toBe(401)
})
