import { Type as t } from '@sinclair/typebox'
import { createCommits } from '../../../db/commits.ts'
import { openDb } from '../../../db/open.ts'
import { randomBytes } from '../../../src/lib/hash/random-bytes.ts'
import { createUuids } from '../../../src/lib/hash/uuid.ts'
import { createJobs } from '../../../src/platform/job/jobs.ts'
import { createLog } from '../../../src/platform/log.ts'
import { handle } from './queue.ts'

/**
 * A process that takes the job of a database and never ends it: something to kill in the middle.
 */
const db = openDb(Bun.argv[2] ?? '')
const jobs = createJobs({
  db,
  ...createCommits(db),
  now: Date.now,
  uuid: createUuids(Date.now, randomBytes),
  log: createLog('silent', () => undefined, Date.now),
  pids: { own: process.pid, isAlive: () => true },
})
handle(jobs, 'endless', {
  payload: t.Object({ name: t.String() }),
  concurrency: 1,
  maxAttempts: 3,
  run: async ({ name }) => {
    console.log(`working on ${name}`)
    await Bun.sleep(60_000)
  },
})
jobs.start()
