import type { Personal } from '../../platform/personal.ts'
import { changeArtist } from '../change-user.ts'
import { retireHandles } from './retire-handle.ts'

export const handlePersonal: Personal = {
  sections: [
    {
      name: 'former-handles',
      start: [-1],
      sql: `SELECT handle, left_at, rowid AS k0 FROM former_handles WHERE artist_id = $artistId AND rowid > $k0
        ORDER BY rowid LIMIT $limit`,
    },
  ],
  erases: ['former_handles'],
  forget(ctx, { artistId, handle }) {
    changeArtist(ctx, artistId, { handle: retireHandles(ctx, { artistId, handle }) })
  },
}
