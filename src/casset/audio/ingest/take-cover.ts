import { writeFile } from 'node:fs/promises'
import { type CoverTaken, MediaProblem, type TakeCoverRequest } from './media.ts'
import { coverIn, openTags } from './read-tags.ts'

/**
 * Copies the cover in a master's tags into a file of its own, unread: the code that stores it
 * checks whether it is a picture.
 */
export async function takeCover({ master, cover }: TakeCoverRequest): Promise<CoverTaken> {
  using file = await openTags(master)
  const data = coverIn(file)
  if (!data) throw new MediaProblem('corrupt', 'This file holds no cover that can be read.')
  await writeFile(cover, data, { mode: 0o600 })
  return { ok: true, op: 'take-cover', bytes: data.length }
}
