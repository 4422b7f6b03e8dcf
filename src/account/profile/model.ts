import { type Static, t } from 'elysia'
import { Text } from '../../lib/text/code-points.ts'
import { longest } from '../../lib/text/longest.ts'
import { closed, Nullable } from '../../platform/http/request/schema.ts'
import { Social } from '../shape.ts'

/** Any of these (rule: profile). The two flags are one field, so they exclude each other. */
export const UpdateProfile = t.Partial(
  t.Object({
    displayName: Text({ minLength: 1, maxLength: longest.displayName }),
    bio: Nullable(Text({ maxLength: longest.bio })),
    socials: t.Array(Social, { maxItems: 20 }),
    location: Nullable(Text({ maxLength: longest.location })),
    pronouns: Nullable(Text({ maxLength: longest.pronouns })),
    writesIn: Nullable(t.String({ maxLength: 20, description: 'a tag of BCP 47, such as en or zh-Hans' })),
    profileFlag: t.Union([t.Literal('ai'), t.Literal('no-ai'), t.Null()]),
    tellsPurchases: t.Boolean({
      description: 'whether the site may show that a casset of yours was bought, and on which day; by default not',
    }),
    takesAnswers: t.Boolean({
      description:
        'whether answers to your letters and to receipts of what you sell come to your confirmed email address, which their readers see; by default not',
    }),
    pfpAssetId: Nullable(t.String()),
  }),
  closed,
)

export type UpdateProfile = Static<typeof UpdateProfile>
