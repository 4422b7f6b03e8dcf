import { eraseSome } from '../../../db/erase-some.ts'
import { coMessages } from '../../../db/schema/room/co-casset.ts'
import type { Ctx } from '../../context.ts'
import { createPace } from '../../lib/turn/pace.ts'
import type { Gone, Personal } from '../../platform/personal.ts'
import { newestInvitations } from './find-co-casset.ts'
import { leaveCoCasset } from './invitation.ts'

export const coCassetPersonal: Personal = {
  sections: [
    {
      name: 'co-cassets',
      start: [''],
      sql: `SELECT c.id, c.slug, c.name, m.invited_at, m.joined_at, m.left_at, m.casset_id AS k0
        FROM co_members m JOIN cassets c ON c.id = m.casset_id
        WHERE m.artist_id = $artistId AND m.casset_id > $k0 ORDER BY m.casset_id LIMIT $limit`,
    },
    {
      name: 'co-casset-splits',
      isOfCasset: true,
      start: [-1],
      sql: `SELECT s.casset_id, p.basis_points, p.accepted_at, s.held_at, s.created_at, s.rowid AS k0
        FROM co_splits s JOIN co_split_parts p ON p.splits_id = s.id AND p.artist_id = $artistId
        WHERE s.casset_id = $cassetId AND s.ended_at IS NULL AND s.rowid > $k0`,
    },
    {
      name: 'co-casset-messages',
      start: [-1],
      sql: `SELECT casset_id, text, created_at, rowid AS k0 FROM co_messages
        WHERE artist_id = $artistId AND rowid > $k0 ORDER BY rowid LIMIT $limit`,
    },
  ],
  erases: ['co_messages'],
  erase: declineInvitations,
  traces: [eraseSome(coMessages.id, coMessages.artistId, 'artistId')],
}

/** Declines all invitations, of which strangers may have sent any number. */
async function declineInvitations(ctx: Ctx, gone: Gone): Promise<void> {
  const pace = createPace(ctx.monotonicMs)
  for (;;) {
    const slugs = newestInvitations(ctx, gone).flatMap(({ casset }) => casset.slug ?? [])
    if (slugs.length === 0) return
    for (const slug of slugs) {
      leaveCoCasset(ctx, slug, gone)
      await pace()
    }
  }
}
