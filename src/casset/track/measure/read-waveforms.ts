import { Type as t } from '@sinclair/typebox'
import { and, isNotNull, sql } from 'drizzle-orm'
import { isAmong } from '../../../../db/among.ts'
import { prepared } from '../../../../db/prepared.ts'
import { tracks } from '../../../../db/schema/casset/track.ts'
import type { Ctx } from '../../../context.ts'
import { jsonReader } from '../../../lib/json/json-reader.ts'

/** Peaks by track id, as stored text: only code that draws them parses the 500 numbers. */
export type StoredWaveforms = { readonly [trackId: string]: string }

const waveformsById = prepared((db) =>
  db
    .select({ id: tracks.id, stored: sql<string>`${tracks.waveform}` })
    .from(tracks)
    .where(and(isAmong(tracks.id, sql.placeholder('ids')), isNotNull(tracks.waveform))),
)

/** Returns the peaks that tracks have. The caller has checked that the viewer may see them. */
export const readWaveforms = (ctx: Ctx, trackIds: readonly string[]): StoredWaveforms =>
  Object.fromEntries(
    waveformsById(ctx.db)
      .all({ ids: JSON.stringify(trackIds) })
      .map(({ id, stored }) => [id, stored]),
  )

export const peaksOf = jsonReader('A waveform', t.Array(t.Number()))
