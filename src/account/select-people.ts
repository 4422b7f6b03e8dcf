import { eq, sql } from 'drizzle-orm'
import { artists, users } from '../../db/schema/account/account.ts'
import type { Ctx } from '../context.ts'

export const selectPeople = ({ db }: Ctx) =>
  db
    .select({
      userId: users.id,
      artistId: artists.id,
      handle: artists.handle,
      displayName: artists.displayName,
      // An account has an address until it is deleted.
      email: sql<string>`${users.email}`,
      emailVerifiedAt: users.emailVerifiedAt,
      role: users.role,
      helps: users.helperRole,
    })
    .from(users)
    .innerJoin(artists, eq(artists.userId, users.id))
