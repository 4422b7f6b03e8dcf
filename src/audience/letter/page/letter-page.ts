import { and, desc, eq, lt, or, sql } from 'drizzle-orm'
import { prepared } from '../../../../db/prepared.ts'
import { letters } from '../../../../db/schema/audience/letter.ts'
import type { Ctx } from '../../../context.ts'
import { cutPage } from '../../../lib/cut-page.ts'
import { say } from '../../../lib/language/say.ts'
import { cutText } from '../../../lib/text/code-points.ts'
import { assetUrl } from '../../../platform/asset/asset-url.ts'
import { type LetterRow, letterPath } from '../letter.ts'
import { authorOf, type Card, cardsOf, countedHref } from './letter-parts.ts'
import { beginsOf, rendered } from './rendered.ts'

const escaped = Bun.escapeHTML

/** A letter as its page shows it. `html` is safe: see letterHtml. */
export type LetterPage = {
  id: string
  subject: string
  artist: string
  handle: string
  /** The language that it is written in; null if unknown. */
  writesIn: string | null
  sentAt: number | null
  picture: { url: string; alt: string } | null
  html: string
}

export function letterPage(ctx: Ctx, letter: LetterRow): LetterPage {
  const { origin } = ctx.site
  const { handle, displayName, writesIn } = authorOf(ctx, letter)
  const href = (url: string) => countedHref(origin, letter.id, url)
  const shown = [...cardsOf(ctx, letter)].map(([path, card]): [string, string] => [
    path,
    cardHtml(card, href(origin + card.path)),
  ])
  return {
    id: letter.id,
    subject: letter.subject,
    artist: displayName,
    handle,
    writesIn,
    sentAt: letter.begunAt,
    picture: letter.assetId === null ? null : { url: assetUrl(letter.assetId, 1280), alt: letter.assetAlt },
    html: rendered(ctx, letter, 'html', { cards: new Map(shown), href }),
  }
}

const cardHtml = ({ name, artist, price, coverId }: Card, url: string): string =>
  [
    `<a class="letter-tape" href="${escaped(url)}">`,
    coverId === null
      ? ''
      : `<img src="${escaped(assetUrl(coverId, 640))}" alt="" width="160" height="160" loading="lazy">`,
    `<span><b>${escaped(name)}</b><br>${escaped(say('by {artist}', { artist }))} · ${escaped(price)}</span></a>`,
  ].join('')

// As the partial index has it.
const isShown = and(sql`${letters.isPublic} = 1`, sql`${letters.begunAt} IS NOT NULL`)

export const publicLetter = ({ db }: Ctx, artistId: string, word: string): LetterRow | undefined =>
  db
    .select()
    .from(letters)
    .where(and(eq(letters.artistId, artistId), eq(letters.word, word), isShown))
    .get()

const anyPublic = prepared((db) =>
  db
    .select({ id: letters.id })
    .from(letters)
    .where(and(eq(letters.artistId, sql.placeholder('artistId')), isShown))
    .limit(1),
)

export const hasPublicLetters = ({ db }: Ctx, artistId: string): boolean =>
  anyPublic(db).get({ artistId }) !== undefined

export type ListedLetter = { id: string; subject: string; path: string; sentAt: number; begins: string }

/** Returns the letters of an artist that have a page, newest first. */
export function publicLetters(
  ctx: Ctx,
  { id: artistId, handle }: { id: string; handle: string },
  limit: number,
  cursor?: string,
): { letters: ListedLetter[]; nextCursor: string | null } {
  const { db } = ctx
  const last = cursor === undefined ? undefined : db.select().from(letters).where(eq(letters.id, cursor)).get()
  const at = last?.begunAt ?? 0
  const whereFurther =
    cursor === undefined ? undefined : or(lt(letters.begunAt, at), and(eq(letters.begunAt, at), lt(letters.id, cursor)))
  const rows = db
    .select()
    .from(letters)
    .where(and(eq(letters.artistId, artistId), isShown, whereFurther))
    .orderBy(desc(letters.begunAt), desc(letters.id))
    .limit(limit + 1)
    .all()
  const { page, nextCursor } = cutPage(rows, limit, ({ id }) => id)
  const listed = page.map(({ id, subject, word, begunAt, body }) => ({
    id,
    subject,
    path: letterPath(handle, word ?? ''),
    sentAt: begunAt ?? 0,
    begins: cut(beginsOf(ctx, body)),
  }))
  return { letters: listed, nextCursor }
}

const cut = (line: string): string => (line.length > 300 ? `${cutText(line, 299)}…` : line)
