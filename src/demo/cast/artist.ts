import type { Song } from '../song/song.ts'

export type Pattern = 'none' | 'soft-grain' | 'paper-fiber' | 'halftone' | 'scanlines' | 'paint-fog'

export type Disclosure = Readonly<
  Record<'vocals' | 'instrumentation' | 'composition' | 'lyrics' | 'postProduction', 'NONE' | 'ASSISTED' | 'GENERATED'>
>

export type TrackSpec = {
  readonly slug: string
  readonly title: string
  readonly song: Song
  /** The section of the song with which its hook begins. */
  readonly hookSection: number
  readonly lyrics?: string
}

export type CoverDesign = 'arches' | 'tide' | 'grid' | 'boats' | 'road' | 'label'

export type StickerDesign = 'rewind' | 'tea' | 'boat' | 'spool'

/** An emoji that an artist of the demo sells; its shortcode is the name of its drawing. */
export type EmojiSpec = { readonly design: StickerDesign; readonly priceMinor: number }

export type ArtistSpec = {
  readonly handle: string
  readonly displayName: string
  readonly bio: string
  readonly location: string
  readonly pronouns: string | null
  readonly socials: readonly { readonly kind: string; readonly url: string }[]
  readonly profileFlag: 'ai' | 'no-ai' | null
  readonly cassetName: string
  readonly priceMinor: number
  /** The hue (degrees, oklch) and strength of the colour of sleeve and accent. */
  readonly hue: number
  readonly chroma: number
  /** The hue at the lightness of print, as CSS hex: what the page's colours derive from. */
  readonly accent: string
  readonly pattern: Pattern
  readonly cover: CoverDesign
  readonly seed: number
  readonly genre: string
  readonly tracks: readonly [TrackSpec, ...TrackSpec[]]
  readonly emojis?: readonly EmojiSpec[]
}
