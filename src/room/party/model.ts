import { type Static, t } from 'elysia'
import { guestKeyPattern } from '../../lib/music/party.ts'
import { closed, Nullable, OneOf } from '../../platform/http/request/schema.ts'

export const NewParty = t.Object(
  {
    startsAt: Nullable(t.String({ maxLength: 40, description: 'an ISO 8601 time; null begins it now' })),
    zone: t.String({ maxLength: 60, description: 'the time zone of its artist, such as Europe/Berlin' }),
    opensTracks: t.Optional(
      t.Boolean({ description: 'whether those who ordered a preorder hear what is not open yet; by default not' }),
    ),
  },
  closed,
)

export const Ending = OneOf(['over', 'ended', 'calledOff', 'hidden', 'missed'])

export const Party = t.Object({
  id: t.String(),
  startsAt: t.String(),
  zone: t.String(),
  opensTracks: t.Boolean(),
  state: OneOf(['announced', 'on', 'over']),
  ending: Nullable(Ending),
  hostCame: t.Boolean({ description: 'whether its artist has been there since it began' }),
  guests: t.Integer({ description: 'how many said that they will be there' }),
})

export const AnnouncedParty = t.Object({ party: Party })

const PartyTrack = t.Object({
  id: t.String(),
  hookId: t.String(),
  title: t.String(),
  durationSec: Nullable(t.Number()),
  hookStartSec: t.Number(),
  position: t.Integer(),
})

export const SeenParty = t.Object({
  party: Party,
  now: t.String({ description: 'by the clock of the site, which pages count down by' }),
  tracks: t.Array(PartyTrack, { description: 'those that are not open yet and that it lets the caller hear now' }),
})

export const NewGuest = t.Object(
  {
    key: t.String({ pattern: guestKeyPattern.source, description: 'made up by the browser, for this party alone' }),
    comes: t.Boolean(),
  },
  closed,
)

export const Guests = t.Object({ comes: t.Boolean(), guests: t.Integer() })

export type NewParty = Static<typeof NewParty>
export type PartyShape = Static<typeof Party>
export type NewGuest = Static<typeof NewGuest>
export type Guests = Static<typeof Guests>
