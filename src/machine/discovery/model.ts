import { t } from 'elysia'

export const TdmEntries = t.Array(
  t.Object({
    location: t.String(),
    'tdm-reservation': t.Integer({ description: '1: the rights to text and data mining are reserved' }),
    'tdm-policy': t.Optional(t.String({ description: 'the address of the ODRL offer' })),
  }),
)

const MiningRule = t.Object({
  target: t.String(),
  action: t.Literal('tdm:mine'),
  constraint: t.Array(t.Object({ leftOperand: t.String(), operator: t.String(), rightOperand: t.String() })),
  duty: t.Optional(t.Array(t.Object({ action: t.String() }))),
})

/** The casset of a feed: the router's own types do not see a name that is not a whole segment. */
export const FeedParams = t.Object({ handle: t.String() })

export const Offer = t.Object({
  '@context': t.Array(t.String()),
  '@type': t.Literal('Offer'),
  profile: t.String(),
  uid: t.String(),
  assigner: t.Object({ uid: t.String(), 'vcard:fn': t.String(), 'vcard:hasURL': t.String() }),
  permission: t.Optional(t.Array(MiningRule)),
  prohibition: t.Optional(t.Array(MiningRule)),
})
