import { eq } from 'drizzle-orm'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { assets } from '../../../db/schema/platform/asset.ts'
import type { TestServer } from '../server.ts'
import type { Person } from '../world.ts'

export const cassetRow = ({ ctx }: TestServer, id: string) =>
  ctx.db.select().from(cassets).where(eq(cassets.id, id)).get()

export const patchCasset = (svc: TestServer, person: Person, body: unknown, headers: Record<string, string> = {}) =>
  svc.call('PATCH', `/api/studio/casset/${person.cassetId}`, { cookie: person.cookie, body, headers })

/** A picture as the database knows one, without its files. */
export function addPicture({ ctx }: TestServer, { userId }: Person, color = '#2b7a55') {
  const row = { id: ctx.uuid(), userId, kind: 'image', name: 'cover.png', contentType: 'image/png', bytes: 9 } as const
  const stored = { sha256: 'a'.repeat(64), width: 2000, height: 2000, color, createdAt: ctx.now() }
  return ctx.db
    .insert(assets)
    .values({ ...row, ...stored })
    .returning()
    .get()
}
