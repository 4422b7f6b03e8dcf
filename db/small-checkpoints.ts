import { type Db, usualCheckpointPages } from './open.ts'
import { perDatabase } from './prepared.ts'

// Writing so many pages back takes 3 ms of the event loop.
const smallPages = 500

const underWay = perDatabase(() => ({ works: 0 }))

/**
 * Does work that writes a great deal while others are served. Its log is written back to the
 * database in small parts: in the usual ones a letter to 100,000 held everybody up for 26 ms.
 */
export async function inSmallCheckpoints<T>(db: Db, work: () => Promise<T>): Promise<T> {
  const state = underWay(db)
  // Raw: a setting of the connection.
  const setPages = (pages: number) => db.$client.run(`PRAGMA wal_autocheckpoint = ${pages}`)
  state.works += 1
  setPages(smallPages)
  try {
    return await work()
  } finally {
    state.works -= 1
    if (state.works === 0) setPages(usualCheckpointPages)
  }
}
