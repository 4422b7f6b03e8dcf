import { perDatabase } from '../../db/prepared.ts'
import { AiDisclosure } from '../casset/track/shape.ts'
import type { Ctx } from '../context.ts'
import { jsonReader } from '../lib/json-reader.ts'

type Row = { id: string; isrc: string | null; aiDisclosure: string; releaseId: string }

/** What is public of a track because a release names it, and that release. */
export type DisclosedTrack = { isrc: string | null; aiDisclosure: AiDisclosure; releaseId: string }

const readDisclosure = jsonReader('What a track says of AI', AiDisclosure)

const ofCasset = perDatabase((db) =>
  db.$client.query<Row, { cassetId: string; most: number }>(
    `SELECT t.id, t.isrc, t.ai_disclosure AS aiDisclosure, v.release_id AS releaseId
     FROM tracks t JOIN release_versions v ON v.id = (SELECT version_id FROM release_files
       WHERE track_id = t.id ORDER BY version_id DESC LIMIT 1)
     WHERE t.casset_id = $cassetId AND t.active AND t.status = 'READY' AND NOT EXISTS (SELECT 1 FROM release_versions
       WHERE release_id = v.release_id AND manifest_status = 'READY' AND canonical_version > v.canonical_version)
     ORDER BY t.position, t.id LIMIT $most`,
  ),
)

/** Returns the tracks of a casset that the newest version of a release names, by their ids: the first `most` of them. */
export function disclosedTracks(ctx: Ctx, cassetId: string, most: number): Map<string, DisclosedTrack> {
  const rows = ofCasset(ctx.db).all({ cassetId, most })
  return new Map(
    rows.map(({ id, isrc, aiDisclosure, releaseId }) => [
      id,
      { isrc, aiDisclosure: readDisclosure(aiDisclosure), releaseId },
    ]),
  )
}
