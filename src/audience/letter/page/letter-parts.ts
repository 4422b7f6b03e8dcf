import { eq } from 'drizzle-orm'
import { artists } from '../../../../db/schema/account/account.ts'
import { priceNoteOf } from '../../../books/tax/price-note.ts'
import { isShownTo, worldBySlug } from '../../../casset/access/visible-casset.ts'
import type { Ctx } from '../../../context.ts'
import { notedPrice } from '../../../lib/money/money.ts'
import { pagePath } from '../../../lib/text/slug.ts'
import type { LetterRow } from '../letter.ts'
import { tapePaths } from './render-markdown.ts'

/** A tape that is inserted into a letter, as strangers see it. */
export type Card = {
  path: string
  name: string
  artist: string
  price: string
  /** The id of its sleeve. */
  coverId: string | null
  isPreorder: boolean
}

export type Author = { handle: string; displayName: string; writesIn: string | null }

export function authorOf({ db }: Ctx, { artistId }: Pick<LetterRow, 'artistId'>): Author {
  const { handle, displayName, writesIn } = artists
  const author = db.select({ handle, displayName, writesIn }).from(artists).where(eq(artists.id, artistId)).get()
  if (!author) throw new Error('A letter has no artist.')
  return author
}

/**
 * Returns the tapes of a letter by their paths: those of its own artist that strangers may see. All
 * others are left out, whatever the letter names.
 */
export function cardsOf(ctx: Ctx, { artistId, body }: Pick<LetterRow, 'artistId' | 'body'>): Map<string, Card> {
  const paths = new Set(tapePaths(body, ctx.site.origin))
  return new Map(
    [...paths].flatMap((path): [string, Card][] => {
      const world = worldBySlug(ctx, path.slice(2).replace('/', '.'))
      if (!world || world.casset.artistId !== artistId || !isShownTo(world, null)) return []
      const { casset, artist, cover } = world
      const price = notedPrice(
        { amount: casset.priceMinor, currency: casset.currency },
        priceNoteOf(ctx, artist.handle),
      )
      const named = { path: pagePath(artist.handle), name: casset.name, artist: artist.displayName, price }
      return [[path, { ...named, coverId: cover?.id ?? null, isPreorder: casset.opensAt !== null }]]
    }),
  )
}

/** Returns a link of a letter with the letter's id, where it leads to a page of this site. */
export function countedHref(origin: string, letterId: string, url: string): string {
  const to = URL.canParse(url) ? new URL(url) : undefined
  if (to?.origin !== origin || !/^\/(?:@|checkout\/)/.test(to.pathname)) return url
  to.searchParams.set('letter', letterId)
  return to.href
}
