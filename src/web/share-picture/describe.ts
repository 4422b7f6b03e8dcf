import { clock } from '../../../public/lib/clock.ts'
import type { World } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import type { Campaign } from '../../drop/view/model.ts'
import { inEachLanguage } from '../../lib/language/formats.ts'
import { ownLanguage } from '../../lib/language/languages.ts'
import { inLanguage, say } from '../../lib/language/say.ts'
import { priceTag } from '../../lib/money/money.ts'
import { contrastRatio } from '../../lib/music/contrast.ts'
import { oklchToHex } from '../../lib/music/oklch.ts'
import { tracksText } from '../../lib/text/count-text.ts'
import { spokenHour } from '../../lib/time/spoken-hour.ts'
import { findVariant } from '../../platform/asset/picture/find-variant.ts'
import type { PartyRow } from '../../room/party/party.ts'
import { lookOf } from '../../world/look.ts'
import { hueOf } from '../document/theme.ts'
import { sumsText } from '../page/drop/labels.ts'
import { artistOfTrack, canCollect, type Media, unreadyText } from '../parts/tape-view.ts'
import { keyOf, pictureSize, type SharePicture } from './share-picture.ts'

/**
 * Says the texts of a picture in the first language of the site, whoever asks for it: networks keep
 * one for everybody. Its fonts have no Japanese letters, so it is English where that comes first.
 */
function inPictures<Texts>({ config }: Ctx, texts: () => Texts): Texts {
  const [first = ownLanguage] = config.site.languages
  return inLanguage(first === 'ja' ? ownLanguage : first, texts)
}

/** Returns the picture of a casset. It shows only what strangers see, also to its artist. */
export function pictureOfCasset(ctx: Ctx, media: Media): SharePicture {
  const { artist, casset } = media
  const tracks = media.tracks.filter((track) => unreadyText(track) === undefined)
  const [sharedArtist = artist.displayName, ...others] = inPictures(ctx, () => [
    ...new Set(tracks.map((track) => (track.by ? artistOfTrack(track, media) : artist.displayName))),
  ])
  const seconds = tracks.reduce((sum, { durationSec }) => sum + (durationSec ?? 0), 0)
  // Until it is published, nobody was asked whether it is free.
  const isPriced = casset.price.amount > 0 || casset.publishedAt !== null
  const isSold = isPriced && tracks.length > 0 && canCollect(ctx, artist.handle, casset.price)
  return {
    ...looks(ctx, media),
    cassetId: casset.id,
    // Tracks by several are the casset's artist's, who put them together.
    title: others.length > 0 ? artist.displayName : sharedArtist,
    name: casset.name,
    ...inPictures(ctx, () => ({
      line: tracks.length > 0 ? `${tracksText(tracks.length)} · ${clock(seconds)}` : '',
      tag: isSold ? priceTag(casset.price) : null,
    })),
    trackId: tracks[0]?.id ?? null,
  }
}

/** Returns the square picture of a casset, for catalogs of podcasts (rule: share-picture). */
export function squareOfCasset(ctx: Ctx, media: Media): SharePicture {
  const { artist, casset, cover } = media
  const largest = cover?.variants.at(-1)
  return {
    ...looks(ctx, media),
    cassetId: casset.id,
    title: artist.displayName,
    name: casset.name,
    line: '',
    tag: null,
    cover: largest ? fileOf(ctx, largest.url) : null,
    trackId: null,
    isSquare: true,
  }
}

const day = inEachLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' }),
)

type Look = Pick<Media, 'theme' | 'cover'>

export function pictureOfDrop(ctx: Ctx, { title, artist, prize, endsAt, casset }: Campaign, look: Look): SharePicture {
  return {
    ...looks(ctx, look),
    cassetId: casset.id,
    title,
    name: artist.displayName,
    ...inPictures(ctx, () => ({
      line: say('until {date}', { date: day().format(Date.parse(endsAt)) }),
      tag: prize.length > 0 ? say('{sums} to win', { sums: sumsText(prize) }) : null,
    })),
    trackId: null,
  }
}

/** Returns the picture of a party: of a tape that is not published, its name, artist and cover. */
export function pictureOfParty(ctx: Ctx, world: World, { startsAt, zone }: PartyRow): SharePicture {
  const { casset, artist } = world
  return {
    ...looks(ctx, lookOf(world)),
    cassetId: casset.id,
    ...inPictures(ctx, () => ({
      title: say('Listening party'),
      name: say('{name} by {displayName}', { name: casset.name, displayName: artist.displayName }),
      // The whole name of a zone is too long beside its hour.
      line: zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone,
      tag: spokenHour(startsAt, zone, ctx.now()),
    })),
    trackId: null,
  }
}

function looks(ctx: Ctx, { theme: { tokens }, cover }: Look) {
  const { hue, chroma } = hueOf({ tokens, coverColor: cover?.color ?? null })
  const paper = tokens.background?.toLowerCase() ?? oklchToHex({ l: 0.962, c: 0.021, h: hue })
  const [dark, light] = [oklchToHex({ l: 0.24, c: 0.03, h: hue }), oklchToHex({ l: 0.95, c: 0.03, h: hue })]
  return {
    host: new URL(ctx.site.origin).host,
    paper,
    ink: contrastRatio(dark, paper) >= contrastRatio(light, paper) ? dark : light,
    hue,
    chroma,
    cover: cover ? fileOf(ctx, cover.url) : null,
  }
}

/** Returns the hash of a cover's file by its URL; null when it has been deleted meanwhile. */
function fileOf(ctx: Ctx, url: string): string | null {
  const [file = '', id = ''] = url.split('/').toReversed()
  try {
    return findVariant(ctx, id, file).sha256
  } catch {
    return null
  }
}

/** Returns a picture for the head of a page. Its address changes when what it shows changes. */
const inHead = (path: string, picture: SharePicture, alt: string) => ({
  image: { url: `${path}?v=${keyOf(picture).slice(0, 12)}`, alt, ...pictureSize, type: 'image/png' },
})

export const cassetInHead = (ctx: Ctx, media: Media) =>
  inHead(
    `/share/casset/${media.casset.slug}.png`,
    pictureOfCasset(ctx, media),
    say('{name} by {displayName}', { name: media.casset.name, displayName: media.artist.displayName }),
  )

export const dropInHead = (ctx: Ctx, campaign: Campaign, world: Parameters<typeof lookOf>[0]) =>
  inHead(
    `/share/drop/${campaign.id}.png`,
    pictureOfDrop(ctx, campaign, lookOf(world)),
    say('{title} by {displayName}', { title: campaign.title, displayName: campaign.artist.displayName }),
  )

export const partyInHead = (ctx: Ctx, world: World, party: PartyRow) =>
  inHead(
    `/share/party/${world.artist.handle}.png`,
    pictureOfParty(ctx, world, party),
    say('Listening party for {name}', { name: world.casset.name }),
  )
