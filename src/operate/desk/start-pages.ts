import { and, desc, eq, isNull, ne } from 'drizzle-orm'
import { artists } from '../../../db/schema/account/account.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import type { Ctx } from '../../context.ts'

/** More would make the page heavy; beyond them a site hardly opens with the page of one. */
const most = 200

/**
 * Returns the artists whose page a site can open with, by their names: those who published last,
 * and the present one.
 */
export function startPages({ db }: Ctx, present: string | null) {
  const found = db
    .select({ value: artists.handle, label: artists.displayName })
    .from(cassets)
    .innerJoin(artists, eq(artists.id, cassets.artistId))
    .where(and(eq(cassets.published, true), ne(cassets.privacy, 'private'), isNull(cassets.slug), isNull(cassets.word)))
    .orderBy(desc(cassets.publishedAt))
    .limit(most)
    .all()
  const isListed = present === null || found.some(({ value }) => value === present)
  return [...(isListed ? [] : [{ value: present, label: present }]), ...found]
    .map((each) => ({ ...each, about: `@${each.value}` }))
    .sort((one, other) => one.label.localeCompare(other.label))
}
