import { and, eq } from 'drizzle-orm'
import type { artists } from '../../../db/schema/account/account.ts'
import { follows } from '../../../db/schema/casset/follow.ts'
import { notify } from '../../account/notification/notify.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { followNotification } from './follow-notification.ts'
import { countFollowers } from './read-follow.ts'

export type Followed = Pick<typeof artists.$inferSelect, 'id' | 'userId' | 'handle'>

type Follower = Pick<Viewer, 'userId' | 'artistId'>

export type Follow = { following: boolean; followers: number }

/**
 * Makes the viewer follow an artist, or stop following them (rule: follows); repeating it changes
 * nothing. Only writes, so it can be part of a transaction. The one place where somebody becomes a
 * follower. Throws BAD_STATE when an artist follows themselves.
 */
export function setFollow(ctx: Ctx, viewer: Follower, artist: Followed, following: boolean): Follow {
  const { userId } = viewer
  if (artist.userId === userId && following) throw new AppError('BAD_STATE', say('You cannot follow yourself.'))
  if (following) follow(ctx, viewer, artist)
  else
    ctx.db
      .delete(follows)
      .where(and(eq(follows.userId, userId), eq(follows.artistId, artist.id)))
      .run()
  return { following, followers: countFollowers(ctx, artist.id) }
}

function follow(ctx: Ctx, { userId, artistId: actorId }: Follower, { id: artistId, handle }: Followed): void {
  const row = { userId, artistId, createdAt: ctx.now() }
  const added = ctx.db.insert(follows).values(row).onConflictDoNothing().returning().get()
  if (added) notify(ctx, followNotification, { artistId, actorId, key: userId, details: { slug: handle } })
}
