import { t } from 'elysia'
import { mostPlaylistTracks } from '../../lib/music/playlist.ts'
import { Text } from '../../lib/text/code-points.ts'
import { longest } from '../../lib/text/longest.ts'
import { Cover } from '../../platform/asset/shape.ts'
import { closed, Nullable, Whole } from '../../platform/http/request/schema.ts'

export const PlaylistDraft = t.Object({ name: Text({ minLength: 1, maxLength: longest.playlistName }) }, closed)

export const Playlist = t.Object({ id: t.String(), name: t.String(), tracks: t.Integer() })

export const Playlists = t.Object({ playlists: t.Array(Playlist) })

export const AddedTracks = t.Object(
  {
    trackIds: t.Array(t.String({ maxLength: 36 }), { minItems: 1, maxItems: mostPlaylistTracks }),
    position: t.Optional(Whole(1, mostPlaylistTracks)),
  },
  closed,
)

/** The answer to it: tracks that were on the list already are not counted as added. */
export const AddedCount = t.Object({ added: t.Integer(), tracks: t.Integer() })

export const Moved = t.Object({ position: Whole(1, mostPlaylistTracks) }, closed)

export const WholePlaylist = t.Object({
  id: t.String(),
  name: t.String(),
  tracks: t.Array(
    t.Object({
      id: t.String(),
      heard: Nullable(
        t.Object({
          title: t.String(),
          durationSec: Nullable(t.Number()),
          access: t.UnionEnum(['full', 'hook'], { description: 'whether all of it is heard, or its hook' }),
          casset: t.Object({
            slug: t.String(),
            name: t.String(),
            displayName: t.String(),
            cover: Nullable(Cover),
          }),
        }),
      ),
    }),
  ),
})
