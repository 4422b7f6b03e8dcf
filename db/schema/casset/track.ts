import { integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { takedownGrounds } from './casset.ts'

/** How far AI was involved in a track's parts. */
export type StoredDisclosure = Partial<
  Record<'vocals' | 'instrumentation' | 'composition' | 'lyrics' | 'postProduction', 'NONE' | 'ASSISTED' | 'GENERATED'>
>

export type StoredCredit = { role: string; name: string }

/** Somebody who made a track; without a main name that is the artist of its casset. */
export type StoredByName = { role: 'main' | 'with' | 'remixer'; name: string }

/** The text that people wrote into the tags of a file. */
export type StoredTextTags = {
  title?: string
  artist?: string
  by?: StoredByName[]
  /** How many names the file has that find no room on a track. */
  moreBy?: number
  albumArtist?: string
  album?: string
  genre?: string
  lyrics?: string
  credits?: StoredCredit[]
}

/** The contents of a file's tags, as suggestions for its artist. */
export type StoredFileTags = StoredTextTags & {
  track?: number
  disc?: number
  year?: number
  date?: string
  bpm?: number
  isrc?: string
  /** The SHA-256 of the picture in it. */
  cover?: string
  /** In which encoding the text was read by detection, and what it is in another. */
  reading?: { encoding: string; other: { encoding: string; text: StoredTextTags } }
  isTooLarge?: true
  /** Whether the samples of a FLAC are others than it states of them. */
  hasWrongSum?: true
}

/** A track: its position on the casset, its master file by content, and the hook cut from it. */
export const tracks = sqliteTable('tracks', {
  id: text().primaryKey(),
  cassetId: text('casset_id').notNull(),
  hookId: text('hook_id').notNull(),
  title: text().notNull(),
  kind: text({ enum: ['ORIGINAL', 'GENERATION'] })
    .notNull()
    .default('ORIGINAL'),
  position: integer().notNull(),
  active: integer({ mode: 'boolean' }).notNull().default(true),
  /** When it was last made inactive. A purchase from before that moment keeps the track. */
  inactiveAt: integer('inactive_at'),
  /**
   * When it was deleted although somebody holds it: it is kept for them, and hidden from everybody
   * else.
   */
  withdrawnAt: integer('withdrawn_at'),
  lyrics: text(),
  isrc: text(),
  iswc: text(),
  mbid: text(),
  aiDisclosure: text('ai_disclosure', { mode: 'json' }).$type<StoredDisclosure>().notNull().default({}),
  stemsAssetId: text('stems_asset_id'),
  status: text({ enum: ['PROCESSING', 'READY', 'FAILED'] })
    .notNull()
    .default('PROCESSING'),
  problem: text(),
  fileName: text('file_name').notNull(),
  format: text().notNull(),
  bytes: integer().notNull(),
  sha256: text().notNull(),
  sampleRate: integer('sample_rate'),
  bitDepth: integer('bit_depth'),
  durationSec: real('duration_sec'),
  loudnessLufs: real('loudness_lufs'),
  hookWantedStartSec: real('hook_wanted_start_sec'),
  hookWantedDurationSec: real('hook_wanted_duration_sec'),
  hookStartSec: real('hook_start_sec'),
  hookDurationSec: real('hook_duration_sec'),
  hookSha256: text('hook_sha256'),
  hookBytes: integer('hook_bytes'),
  hookFormat: text('hook_format'),
  /** The lossless copy that is played in place of a master that browsers do not play. */
  playSha256: text('play_sha256'),
  playBytes: integer('play_bytes'),
  playFormat: text('play_format'),
  fileTags: text('file_tags', { mode: 'json' }).$type<StoredFileTags>(),
  peaks: text({ mode: 'json' }).$type<number[]>(),
  waveform: text({ mode: 'json' }).$type<number[]>(),
  waveformApproximate: integer('waveform_approximate', { mode: 'boolean' }).notNull().default(false),
  /**
   * Its price by itself; 0 where it is sold with the casset only, null for that of the casset's
   * tracks.
   */
  priceMinor: integer('price_minor'),
  createdAt: integer('created_at').notNull(),
  /** On a co-casset: whose track it is a copy of, and which one. */
  contributorId: text('contributor_id'),
  sourceId: text('source_id'),
  takenDown: text('taken_down', { enum: takedownGrounds }),
  /**
   * Whether its casset is a preorder and the track is not open yet: only its artist can see and
   * play it. Triggers keep this up to date.
   */
  closed: integer({ mode: 'boolean' }).notNull().default(false),
  credits: text({ mode: 'json' }).$type<StoredCredit[]>(),
  lightSha256: text('light_sha256'),
  /** 0 where a lighter rendition is not needed or cannot be made; null where none was made yet. */
  lightBytes: integer('light_bytes'),
  lightHookSha256: text('light_hook_sha256'),
  /** 0 and null as with the lighter rendition. */
  lightHookBytes: integer('light_hook_bytes'),
  wholeForAll: integer('whole_for_all', { mode: 'boolean' }).notNull().default(false),
  byNames: text('by_names', { mode: 'json' }).$type<StoredByName[]>(),
  /**
   * Where the track begins and ends in the file that it is cut out of, in 75ths of a second, until
   * that is done; without an end it lasts as long as the file.
   */
  cutFrom: integer('cut_from'),
  cutTo: integer('cut_to'),
})
