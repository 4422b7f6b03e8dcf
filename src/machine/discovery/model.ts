import { t } from 'elysia'

export const TdmEntries = t.Array(
  t.Object({
    location: t.String(),
    'tdm-reservation': t.Integer({ description: '1: the rights to text and data mining are reserved' }),
  }),
)

/** The casset of a feed: the router's own types do not see a name that is not a whole segment. */
export const FeedParams = t.Object({ handle: t.String() })
