import { type Static, t } from 'elysia'
import { letterStates } from '../../../db/schema/audience/letter.ts'
import { longestLetter, longestSubject } from '../../lib/account/letter-lengths.ts'
import { Text } from '../../lib/text/code-points.ts'
import { closed, Nullable, OneOf, Whole } from '../../platform/http/request/schema.ts'

const To = t.Object({
  list: t.Boolean({ description: 'everybody on your mailing list' }),
  followers: t.Boolean({ description: 'followers who let artists write to them' }),
  collectorsOf: Nullable(
    t.String({ description: 'the casset whose collectors get it, those who are on your mailing list' }),
  ),
})

export const Letter = t.Object({
  id: t.String(),
  state: OneOf(letterStates),
  subject: t.String(),
  body: t.String({ description: 'Markdown' }),
  picture: Nullable(t.Object({ assetId: t.String(), alt: t.String(), url: t.String() })),
  to: To,
  isPublic: t.Boolean({ description: 'it has a page, and is in the feed' }),
  path: Nullable(t.String({ description: 'its page' })),
  revision: t.Integer(),
  schedule: Nullable(t.Object({ at: t.String(), zone: t.String(), wallTime: t.String() })),
  changedAt: t.String(),
  begunAt: Nullable(t.String()),
  endedAt: Nullable(t.String()),
  problem: Nullable(t.String()),
  figures: t.Object({
    recipients: t.Integer(),
    sent: t.Integer(),
    unsure: t.Integer({
      description: 'emails for which the mail server’s answer was lost; they are not sent again',
    }),
    failed: t.Integer(),
    skipped: t.Integer({ description: 'recipients who had left before it was sent to them' }),
    unsubscribed: t.Integer(),
    complaints: t.Integer(),
    collects: t.Integer({ description: 'orders that came by a link in it and were paid' }),
  }),
})

export const Letters = t.Object({ letters: t.Array(Letter), nextCursor: Nullable(t.String()) })

export const OneLetter = t.Object({ letter: Letter })

/** `r`: the revision that it is of, so that a browser asks again after a change. */
export const PreviewQuery = t.Object(
  {
    as: t.Optional(OneOf(['html', 'text'])),
    r: t.Optional(t.String({ maxLength: 12, pattern: '^[0-9]+$', description: 'any number, for caches' })),
  },
  closed,
)

export const NewLetter = t.Object({}, closed)

export const ChangedLetter = t.Object(
  {
    revision: Whole(1, 1e9),
    subject: t.Optional(Text({ maxLength: longestSubject })),
    body: t.Optional(Text({ maxLength: longestLetter, description: 'Markdown' })),
    picture: t.Optional(
      Nullable(t.Object({ assetId: t.String({ maxLength: 64 }), alt: Text({ maxLength: 300 }) }, closed)),
    ),
    to: t.Optional(
      t.Object(
        {
          list: t.Boolean(),
          followers: t.Boolean(),
          collectorsOf: Nullable(t.String({ maxLength: 64 })),
        },
        closed,
      ),
    ),
    isPublic: t.Optional(t.Boolean()),
  },
  closed,
)

/** Without `wallTime` it is sent after a minute, in which that can be undone. */
export const Schedule = t.Object(
  {
    wallTime: t.Optional(t.String({ maxLength: 16, description: 'date and hour in the zone: 2026-11-26T18:00' })),
    zone: t.String({ maxLength: 64, description: 'a time zone such as Europe/Berlin' }),
  },
  closed,
)

/** How many people a letter would reach now, each counted once. */
export const Reach = t.Object({
  people: t.Integer(),
  list: t.Integer({ description: 'on your mailing list' }),
  followers: t.Integer({ description: 'followers who let artists write to them' }),
  collectors: t.Integer({ description: 'collectors of the chosen casset who are on your mailing list' }),
})

export const FollowedLetters = t.Object({ allowed: t.Boolean() }, closed)

export type Letter = Static<typeof Letter>
export type Letters = Static<typeof Letters>
export type ChangedLetter = Static<typeof ChangedLetter>
export type Schedule = Static<typeof Schedule>
export type Reach = Static<typeof Reach>
