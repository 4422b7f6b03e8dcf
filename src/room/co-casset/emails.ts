import { eq } from 'drizzle-orm'
import { users } from '../../../db/schema/account/account.ts'
import { notify } from '../../account/notification/notify.ts'
import { isNameAlone } from '../../account/person-of.ts'
import type { CassetRow } from '../../casset/casset.ts'
import { membersOf } from '../../casset/member/members.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import { tryToSpend } from '../../platform/http/limiter.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { type EmailDraft, keyTo, queueEmail } from '../../platform/mail/queue-email.ts'
import {
  invitationNotification,
  joiningNotification,
  pageOf,
  proposalNotification,
  sharedDetails,
} from './co-casset-notifications.ts'

const usefulMs = 60 * dayMs

type Reader = { userId: string; artistId: string }

/** News: its kind of notification, a key, who did it on which casset, and the email. */
type News = {
  kind: 'co-casset-invitation' | 'co-casset-splits'
  definition: typeof invitationNotification | typeof proposalNotification
  key: string
  casset: CassetRow
  by: Viewer
  write: EmailDraft['write']
}

/**
 * Notifies somebody of news about a co-casset, by bell and by an email of its own. Nobody gets more
 * than a few such emails an hour. They name artists by handle where a name could carry an
 * advertisement to the real owner of an address.
 */
function tell(ctx: Ctx, { userId, artistId }: Reader, news: News): void {
  const { kind, definition, key, casset, by, write } = news
  notify(ctx, definition, { artistId, actorId: by.artistId, key, details: sharedDetails(casset) })
  const reader = ctx.db.select({ email: users.email }).from(users).where(eq(users.id, userId)).get()
  if (!reader?.email || !tryToSpend(ctx.limiter, 'invitation-to-user', userId)) return
  queueEmail(ctx, {
    kind,
    write,
    uniqueKey: `${kind}:${ctx.uuid()}`,
    cassetId: casset.id,
    to: { address: reader.email },
    usefulUntil: ctx.now() + usefulMs,
  })
}

const nameOf = ({ displayName, handle }: Viewer) => (isNameAlone(displayName) ? displayName : `@${handle}`)

const artistOf = ({ displayName, handle }: Viewer) =>
  isNameAlone(displayName) ? `${displayName} (@${handle})` : `@${handle}`

const linkTo = ({ site }: Ctx, { slug }: CassetRow) => `${site.origin}${pageOf(slug ?? '')}`

/** Notifies an artist of an invitation. Called in the transaction of the invitation. */
export function notifyOfInvitation(ctx: Ctx, casset: CassetRow, by: Viewer, invited: Reader, position: number): void {
  const key = `${casset.id}:${position}`
  tell(ctx, invited, {
    kind: 'co-casset-invitation',
    definition: invitationNotification,
    key,
    casset,
    by,
    write: () => ({
      subject: say('{artist} invites you to make a casset together', { artist: nameOf(by) }),
      paragraphs: [
        say(
          '{artist} invites you to a casset that several artists share, @{slug}. Its page shows all of you, and what it earns is divided among you.',
          { artist: artistOf(by), slug: String(casset.slug) },
        ),
        keyTo(say('See the invitation'), linkTo(ctx, casset)),
        say('See who is in it and what your part would be, and accept or decline.'),
      ],
    }),
  })
}

/** Notifies the other members that somebody accepted. Called in the same transaction. */
export function notifyOfJoining(ctx: Ctx, casset: CassetRow, { artistId: actorId }: Viewer, position: number): void {
  const event = { actorId, key: `${casset.id}:${position}`, details: sharedDetails(casset) }
  for (const { artistId } of membersOf(ctx, casset.id)) notify(ctx, joiningNotification, { ...event, artistId })
}

/** Notifies the other members of proposed splits. Called in the transaction of the proposal. */
export function notifyOfProposal(ctx: Ctx, casset: CassetRow, by: Viewer, splitsId: string): void {
  for (const member of membersOf(ctx, casset.id)) {
    if (member.artistId === by.artistId) continue
    tell(ctx, member, {
      kind: 'co-casset-splits',
      definition: proposalNotification,
      key: splitsId,
      casset,
      by,
      write: () => ({
        subject: say('New splits for @{slug}', { slug: String(casset.slug) }),
        paragraphs: [
          say(
            '{artist} proposes to divide what @{slug} earns in another way. It applies to new sales once all of you have accepted it.',
            { artist: artistOf(by), slug: String(casset.slug) },
          ),
          keyTo(say('See the proposal'), linkTo(ctx, casset)),
          say('See what your part would be, and accept it or propose something else.'),
        ],
      }),
    })
  }
}
