import { perDatabase } from '../../../db/prepared.ts'
import type { Ctx } from '../../context.ts'
import { Entitlement } from './entitlement.ts'

type Uploader = { userId: string; artistId: string }

const uploaded = perDatabase((db) =>
  db.$client.query<{ sha256: string }, Uploader & { ids: string }>(
    `WITH asked AS (SELECT value AS id FROM json_each($ids))
     SELECT t.sha256 FROM asked JOIN tracks t USING (id) JOIN cassets c ON c.id = t.casset_id
       WHERE coalesce(t.contributor_id, c.artist_id) = $artistId
     UNION SELECT a.sha256 FROM asked JOIN assets a USING (id) WHERE a.user_id = $userId
     UNION SELECT e.sha256 FROM asked JOIN emojis e USING (id) JOIN cassets c ON c.id = e.casset_id
       WHERE c.artist_id = $artistId`,
  ),
)

/**
 * Returns the right of an account to the files that it uploaded, of those tracks, assets and emoji that are named by their
 * ids, whatever became of them since (rule 3.26).
 */
export function entitlementToUploads(ctx: Ctx, { userId, artistId }: Uploader, ids: readonly string[]): Entitlement {
  const files = uploaded(ctx.db).all({ userId, artistId, ids: JSON.stringify(ids) })
  const ground = { by: 'upload', holder: userId, since: null } as const
  return new Entitlement(
    ground,
    files.map(({ sha256 }) => sha256),
  )
}
