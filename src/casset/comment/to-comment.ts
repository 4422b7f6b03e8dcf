import type { artists } from '../../../db/schema/account/account.ts'
import type { comments } from '../../../db/schema/room/comment.ts'
import { pictureUrl } from '../../account/picture.ts'
import type { Ctx } from '../../context.ts'
import type { Comment, Person } from './shape.ts'

type Named = Pick<typeof artists.$inferSelect, 'handle' | 'displayName' | 'pfpAssetId' | 'writesIn'>
type CommentRow = Pick<typeof comments.$inferSelect, 'id' | 'text' | 'hookId' | 'atSec' | 'emojiIds' | 'createdAt'>

export const toPerson = (ctx: Ctx, artist: Omit<Named, 'writesIn'>): Person => ({
  handle: artist.handle,
  displayName: artist.displayName,
  pfp: pictureUrl(ctx, artist),
})

export const toComment = (
  ctx: Ctx,
  { id, text, hookId, atSec, emojiIds, createdAt }: CommentRow,
  author: Named,
): Comment => ({
  id,
  author: toPerson(ctx, author),
  text,
  ...(author.writesIn === null ? {} : { writesIn: author.writesIn }),
  hookId,
  atSec,
  emojiIds: [...emojiIds],
  createdAt: new Date(createdAt).toISOString(),
})
