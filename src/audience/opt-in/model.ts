import { type Static, t } from 'elysia'
import { boxPlaces } from '../../../db/schema/audience/mailing-list.ts'
import { agreedBy } from '../../../db/schema/audience/opt-in.ts'
import { longestLine, mostLines, mostUnclear } from '../../lib/account/address-list.ts'
import { Text } from '../../lib/text/code-points.ts'
import { longest } from '../../lib/text/longest.ts'
import { bySecret } from '../../order/shape.ts'
import { closed, OneOf } from '../../platform/http/request/schema.ts'

export const NewConsent = t.Object(
  {
    text: Text({ minLength: 1, maxLength: 400, description: 'the sentence that was shown and agreed to' }),
    from: OneOf(boxPlaces),
    ...bySecret,
  },
  closed,
)

export type NewConsent = Static<typeof NewConsent>

export const leftReasons = [
  'NONE',
  'INVALID',
  'ENDED',
  'TWICE',
  'OWN',
  'ON_LIST',
  'LEFT',
  'ASKED',
  'FAILING',
  'TOO_MANY',
] as const

export const BroughtAddresses = t.Object(
  {
    lines: t.Array(Text({ maxLength: longestLine }), {
      minItems: 1,
      maxItems: mostLines,
      description: 'an address a line, or the lines of a CSV file',
    }),
    headings: t.Optional(
      Text({ maxLength: longestLine, description: 'the headings of the file, if its first line is not here' }),
    ),
    cleared: t.Optional(
      t.Array(
        t.Object(
          {
            column: Text({ maxLength: longestLine }),
            cell: Text({ maxLength: longestLine }),
            ended: t.Boolean({ description: 'whether their reader ended your emails' }),
          },
          closed,
        ),
        { maxItems: mostUnclear, description: 'the meaning of cells that nobody could read' },
      ),
    ),
    agreedBy: OneOf(agreedBy),
    agreed: t.Literal(true, { description: 'every one of them agreed to get your news' }),
  },
  closed,
)

export const NewFollower = t.Object({ email: t.String({ maxLength: longest.email }) }, closed)

export const Brought = t.Object({
  asked: t.Integer({ description: 'addresses that get an email which asks them' }),
  left: t.Array(
    t.Object({
      line: t.Integer({ description: 'the number of the line, from 1' }),
      text: t.String(),
      why: OneOf(leftReasons),
    }),
  ),
})

export type BroughtAddresses = Static<typeof BroughtAddresses>
export type Brought = Static<typeof Brought>
export type LeftReason = (typeof leftReasons)[number]
