import { type Static, Type as t } from '@sinclair/typebox'
import { Text } from '../../lib/text/code-points.ts'
import { longest } from '../../lib/text/longest.ts'
import { closed, Handle, Nullable } from '../../platform/http/request/schema.ts'

const DisplayName = Text({ maxLength: longest.displayName })
const Link = t.String({
  maxLength: longest.url,
  pattern: '^(https://|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])(:\\d+)?/|/)',
})

/** The public identity of an artist (rule: v1-artist), strict: no further field. */
export const PublicArtist = t.Object(
  {
    schema: t.Literal('svc.public-artist.v1'),
    artist: t.Object(
      {
        handle: Handle,
        displayName: DisplayName,
        bio: Nullable(Text({ maxLength: longest.bio })),
        verified: t.Boolean(),
      },
      closed,
    ),
    links: t.Object({ profile: Link, catalog: Link }, closed),
  },
  closed,
)

/** The bounded catalog of an artist (rule: v1-catalog). */
export const PublicCatalog = t.Object(
  {
    schema: t.Literal('svc.public-catalog.v1'),
    artist: t.Object({ handle: Handle, displayName: DisplayName }, closed),
    tracks: t.Array(
      t.Object(
        {
          title: Text({ maxLength: longest.title }),
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

/** The error envelope of v1 (rule: v1-errors). */
export const V1Error = t.Object(
  {
    schema: t.Literal('svc.error.v1'),
    error: t.Object({ code: t.String(), message: t.String(), requestId: t.String(), retryable: t.Boolean() }, closed),
    needsProof: t.Optional(t.Boolean({ description: 'of the sandbox: whether it is done after another proof' })),
  },
  closed,
)

export type PublicArtist = Static<typeof PublicArtist>
export type PublicCatalog = Static<typeof PublicCatalog>
