import { type Static, Type as t } from '@sinclair/typebox'
import { closed, Nullable } from '../http/schema.ts'
import { Text } from '../lib/code-points.ts'

const Handle = t.String({ pattern: '^[a-z0-9_-]{3,30}$' })
const DisplayName = Text({ maxLength: 160 })
const Link = t.String({
  maxLength: 2048,
  pattern: '^(https://|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])(:\\d+)?/|/)',
})

/** The public identity of an artist (rule 8.1), strict: not a field more. */
export const PublicArtist = t.Object(
  {
    schema: t.Literal('svc.public-artist.v1'),
    artist: t.Object(
      { handle: Handle, displayName: DisplayName, bio: Nullable(Text({ maxLength: 2000 })), verified: t.Boolean() },
      closed,
    ),
    links: t.Object({ profile: Link, catalog: Link }, closed),
  },
  closed,
)

/** The bounded catalog of an artist (rule 8.2). */
export const PublicCatalog = t.Object(
  {
    schema: t.Literal('svc.public-catalog.v1'),
    artist: t.Object({ handle: Handle, displayName: DisplayName }, closed),
    tracks: t.Array(
      t.Object(
        {
          title: Text({ maxLength: 240 }),
          kind: t.Union([t.Literal('ORIGINAL'), t.Literal('GENERATION')]),
          durationSec: Nullable(t.Number({ minimum: 0, maximum: 86_400 })),
        },
        closed,
      ),
      { maxItems: 500 },
    ),
    page: t.Object({ count: t.Integer({ minimum: 0, maximum: 500 }) }, closed),
  },
  closed,
)

/** The error envelope of v1 (rule 8.3). */
export const V1Error = t.Object(
  {
    schema: t.Literal('svc.error.v1'),
    error: t.Object({ code: t.String(), message: t.String(), requestId: t.String(), retryable: t.Boolean() }, closed),
  },
  closed,
)

export type PublicArtist = Static<typeof PublicArtist>
export type PublicCatalog = Static<typeof PublicCatalog>
