import { artistOf } from '../../casset/artist-of.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { priceTag } from '../../lib/money/money.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { type Everything, everythingFor } from '../../shop/everything/everything-offer.ts'
import { type Payer, type RestPrice, restFor } from '../../shop/rest/rest.ts'
import type { Choice } from './choices.tsx'
import { canCollect, type Media } from './tape-view.ts'

/** Takes off what they have paid for its tracks (rule: the-rest). */
export const priceFor = (ctx: Ctx, payer: Payer | null, { casset: { id, price } }: Media): RestPrice =>
  restFor(ctx, { id, currency: price.currency }, payer, price.amount)

/** Returns everything by a casset's artist for a viewer, if it is sold (rule: everything). */
export function everythingOn(ctx: Ctx, viewer: Viewer | null, { casset, members }: Media): Everything | undefined {
  if (members) return undefined
  const artist = artistOf(ctx, casset.id)
  const found = everythingFor(ctx, { artistId: artist.id, currency: casset.price.currency }, viewer?.userId ?? null)
  return found && found.tapes.length > 0 && found.wholeMinor > 0 ? found : undefined
}

export const everythingName = ({ tapes, owned }: Everything, displayName: string): string =>
  owned === 0
    ? say('Everything by {displayName}: {cassets, plural, one {# casset} other {# cassets}}', {
        displayName,
        cassets: tapes.length,
      })
    : say('The other {cassets, plural, one {# casset} other {# cassets}} by {displayName}', {
        cassets: tapes.length,
        displayName,
      })

/** Returns everything by a casset's artist as something to choose; null if it is not sold. */
export function everythingChoice(ctx: Ctx, viewer: Viewer | null, media: Media): Choice | null {
  const everything = everythingOn(ctx, viewer, media)
  if (!everything || media.viewer.owner) return null
  const { slug, price } = media.casset
  const due = { ...price, amount: everything.price.priceMinor }
  if (!canCollect(ctx, media.artist.handle, due)) return null
  const name = everythingName(everything, media.artist.displayName)
  return { path: `${slug}/everything`, name, price: due, note: everythingNote(everything) }
}

/** Returns what can be bought here: a track, where one is meant, the casset, and everything. */
export function choicesOf(
  ctx: Ctx,
  viewer: Viewer | null,
  media: Media,
  { payer, trackId = null }: { payer: Payer | null; trackId?: string | null },
): Choice[] {
  const { casset, tracks } = media
  const { priceMinor, creditMinor } = priceFor(ctx, payer, media)
  const track = tracks.find(({ id }) => id === trackId)
  const credit = priceTag({ ...casset.price, amount: creditMinor })
  const choices: (Choice | null)[] = [
    track?.price
      ? { path: `${casset.slug}/track/${track.id}`, name: track.title, price: track.price, note: say('This track') }
      : null,
    media.viewer.entitled
      ? null
      : {
          path: casset.slug,
          name: casset.name,
          price: { ...casset.price, amount: priceMinor },
          note:
            creditMinor > 0
              ? say('The whole casset, {credit} less for tracks you have paid for', { credit })
              : say('The whole casset'),
        },
    everythingChoice(ctx, viewer, media),
  ]
  return choices.filter((choice) => choice !== null)
}

const everythingNote = ({ percent, hasFuture }: Everything): string | undefined =>
  percent > 0
    ? hasFuture
      ? say('{percent} % off, with all that comes later', { percent })
      : say('{percent} % off', { percent })
    : hasFuture
      ? say('with all that comes later')
      : undefined
