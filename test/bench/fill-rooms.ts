import { closeDb } from '../../db/open.ts'
import { cast } from '../support/world.ts'
import { openFolder } from './open-folder.ts'

/** Makes rooms `room0` and on, whose artists are those who talk. Returns their cookies. */
export async function fillRooms(dataDir: string, count: number): Promise<string[]> {
  const ctx = await openFolder(dataDir)
  const people = ctx.db.transaction(() => Array.from({ length: count }, (_, n) => cast(ctx, `room${n}`)))
  closeDb(ctx.db)
  return people.map(({ cookie }) => cookie)
}
