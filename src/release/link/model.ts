import { type Static, t } from 'elysia'
import { Text } from '../../lib/text/code-points.ts'
import { longest } from '../../lib/text/longest.ts'
import { closed, Nullable, OneOf } from '../../platform/http/request/schema.ts'
import { Lineage, Link, Proof } from '../shape.ts'

export const LineageAnswer = t.Object({ releaseId: t.String(), ...Lineage.properties, proof: Proof })

/** `derivative` is a release here, or a work elsewhere with all of its three fields. */
export const NewDerivative = t.Object(
  {
    relation: Link.properties.relation,
    derivative: t.Object(
      {
        releaseId: t.Optional(t.String({ maxLength: 64 })),
        url: t.Optional(t.String({ maxLength: longest.url, description: 'an https address' })),
        title: t.Optional(Text({ maxLength: longest.title })),
        creator: t.Optional(Text({ maxLength: longest.displayName })),
      },
      closed,
    ),
    agentKey: t.Optional(Text({ maxLength: longest.agentKey, description: 'what the agent calls itself; shown' })),
    licenseToken: t.Optional(t.String({ maxLength: 200 })),
    note: t.Optional(Text({ maxLength: longest.linkNote, description: 'for the artist' })),
  },
  closed,
)

export const Linked = t.Object({ link: Link })

export type NewDerivative = Static<typeof NewDerivative>

/** Lists both directions, newest first. */
export const OwnLinks = t.Object({
  links: t.Array(
    t.Object({
      ...Link.properties,
      direction: OneOf(['source', 'derivative']),
      note: Nullable(t.String({ description: 'what the agent wrote to the artist' })),
    }),
  ),
  nextCursor: Nullable(t.String()),
})

export const UnlinkQuery = t.Object(
  {
    refuse: t.Optional(
      t.UnionEnum(['derivative', 'agent'], {
        default: undefined,
        description: 'derivative: the same thing is not linked again; agent: nor anything that its agent links',
      }),
    ),
  },
  closed,
)

export type OwnLinks = Static<typeof OwnLinks>
