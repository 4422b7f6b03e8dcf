import { eq } from 'drizzle-orm'
import { users } from '../../db/schema/account.ts'
import { membersOf } from '../access/members.ts'
import type { CassetRow } from '../casset/own-casset.ts'
import type { Ctx } from '../context.ts'
import { tryToSpend } from '../http/limiter.ts'
import type { Viewer } from '../http/session.ts'
import { dayMs } from '../lib/calendar.ts'
import { queueLetter } from '../mail/queue-letter.ts'

const usefulMs = 60 * dayMs

type Reader = { userId: string; handle: string }
type Words = { kind: string; subject: string; paragraphs: readonly string[] }

/** Tells somebody of what waits for them on a co-casset. Nobody gets more than a few such letters an hour. */
function tell(ctx: Ctx, { userId, handle }: Reader, { kind, ...words }: Words): void {
  const reader = ctx.db.select({ email: users.email }).from(users).where(eq(users.id, userId)).get()
  if (!reader || !tryToSpend(ctx.limiter, 'invitation-to-user', userId)) return
  queueLetter(ctx, {
    ...words,
    kind,
    uniqueKey: `${kind}:${ctx.uuid()}`,
    to: { name: handle, address: reader.email },
    usefulUntil: ctx.now() + usefulMs,
  })
}

const pageOf = ({ site }: Ctx, { slug }: CassetRow) => `${site.origin}/studio/together/${slug}`

/** Tells an artist that they are invited. Called in the transaction of the invitation. */
export const tellOfInvitation = (ctx: Ctx, casset: CassetRow, by: Viewer, invited: Reader): void =>
  tell(ctx, invited, {
    kind: 'co-casset-invitation',
    subject: `@${by.handle} invites you to make “${casset.name}” together`,
    paragraphs: [
      `${by.displayName} (@${by.handle}) invites you to a casset that several artists share: “${casset.name}”. Its page shows all of you, and what it earns is divided among you.`,
      `See who is in it and what your part would be, and accept or decline:\n${pageOf(ctx, casset)}`,
    ],
  })

/** Tells the other members that somebody proposes new splits. Called in the transaction of the proposal. */
export function tellOfProposal(ctx: Ctx, casset: CassetRow, by: Viewer): void {
  for (const member of membersOf(ctx, casset.id)) {
    if (member.artistId === by.artistId) continue
    tell(ctx, member, {
      kind: 'co-casset-splits',
      subject: `New splits for “${casset.name}”`,
      paragraphs: [
        `${by.displayName} (@${by.handle}) proposes to divide what “${casset.name}” earns in another way. It holds for new sales once all of you have accepted it.`,
        `See what your part would be, and accept it or propose something else:\n${pageOf(ctx, casset)}`,
      ],
    })
  }
}
