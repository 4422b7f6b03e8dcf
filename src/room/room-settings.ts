import { eq, sql } from 'drizzle-orm'
import { inTransaction } from '../../db/commits.ts'
import { prepared } from '../../db/prepared.ts'
import { rooms } from '../../db/schema/room/room.ts'
import type { Ctx } from '../context.ts'
import { foldText } from '../lib/text/fold-text.ts'
import type { RoomPatch, RoomSettings } from './model.ts'

const columns = {
  slowModeSec: rooms.slowModeSec,
  followersOnly: rooms.followersOnly,
  words: rooms.words,
  open: rooms.open,
}
const settings = prepared((db) =>
  db
    .select(columns)
    .from(rooms)
    .where(eq(rooms.cassetId, sql.placeholder('cassetId'))),
)

/** Returns the settings of a casset's room; before the first change or event it is open to all. */
export function roomSettings(ctx: Ctx, cassetId: string): RoomSettings {
  const row = settings(ctx.db).get({ cassetId })
  return row ? { ...row, words: [...row.words] } : { slowModeSec: 0, followersOnly: false, words: [], open: true }
}

/** Returns the distinct words of a list: two that are equal when folded are one. */
function distinct(words: readonly string[]): string[] {
  const folded = words.map(foldText)
  return words
    .filter((_, at) => folded[at] !== '' && folded.indexOf(folded[at] ?? '') === at)
    .map((word) => word.trim())
}

export function changeSettings(ctx: Ctx, cassetId: string, { words, ...patch }: RoomPatch): RoomSettings {
  const changes = { ...patch, ...(words ? { words: distinct(words) } : {}) }
  return inTransaction(ctx.db, () => {
    ctx.db.insert(rooms).values({ cassetId }).onConflictDoNothing().run()
    if (Object.keys(changes).length > 0) {
      ctx.db.update(rooms).set(changes).where(eq(rooms.cassetId, cassetId)).run()
    }
    return roomSettings(ctx, cassetId)
  })
}
