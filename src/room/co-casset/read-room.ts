import { and, desc, eq, lt, type SQL } from 'drizzle-orm'
import { artists } from '../../../db/schema/account/account.ts'
import { coMessages } from '../../../db/schema/room/co-casset.ts'
import { pictureUrl } from '../../account/picture.ts'
import { membersOf } from '../../casset/member/members.ts'
import type { Ctx } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { cutPage } from '../../lib/cut-page.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { memberCasset } from './find-co-casset.ts'
import type { Message, RoomPage } from './model.ts'

type Person = { handle: string; displayName: string; pfpAssetId: string | null }

export const toPerson = (ctx: Ctx, { handle, displayName, pfpAssetId }: Person) => ({
  handle,
  displayName,
  pfp: pictureUrl(ctx, { handle, pfpAssetId }),
})

type Row = { message: typeof coMessages.$inferSelect; author: Person }

export const toMessage = (ctx: Ctx, { message, author }: Row): Message => ({
  id: message.id,
  author: toPerson(ctx, author),
  text: message.text,
  createdAt: new Date(message.createdAt).toISOString(),
})

function select({ db }: Ctx, which: SQL | undefined, limit: number): Row[] {
  const { handle, displayName, pfpAssetId } = artists
  return db
    .select({ message: coMessages, author: { handle, displayName, pfpAssetId } })
    .from(coMessages)
    .innerJoin(artists, eq(artists.id, coMessages.artistId))
    .where(which)
    .orderBy(desc(coMessages.id))
    .limit(limit)
    .all()
}

/** Returns messages, newest first. Throws NOT_FOUND for strangers, VALIDATION for wrong cursors. */
export function readRoom(ctx: Ctx, slug: string, author: Viewer, limit: number, cursor?: string): RoomPage {
  const { casset } = memberCasset(ctx, slug, author)
  const isHere = eq(coMessages.cassetId, casset.id)
  if (cursor !== undefined && !select(ctx, and(isHere, eq(coMessages.id, cursor)), 1)[0]) {
    throw invalid('cursor', '"cursor" must be the nextCursor of the page before.')
  }
  const rows = select(ctx, and(isHere, cursor === undefined ? undefined : lt(coMessages.id, cursor)), limit + 1)
  const { page, nextCursor } = cutPage(rows, limit, ({ message }) => message.id)
  const members = membersOf(ctx, casset.id).map((member) => toPerson(ctx, member))
  return { messages: page.map((row) => toMessage(ctx, row)), members, nextCursor }
}
