import { desc, eq, lt } from 'drizzle-orm'
import { artists } from '../../../db/schema/account/account.ts'
import { invitations } from '../../../db/schema/account/invitation.ts'
import type { Ctx } from '../../context.ts'
import { cutPage } from '../../lib/cut-page.ts'
import type { Invitation, Invitations } from './model.ts'
import { invitationUrl, type Invitation as Row } from './use-invitation.ts'

function stateOf({ revokedAt, usedAt, expiresAt }: Row, now: number): Invitation['state'] {
  if (usedAt !== null) return 'USED'
  if (revokedAt !== null) return 'REVOKED'
  return expiresAt <= now ? 'EXPIRED' : 'OPEN'
}

export function toInvitation(ctx: Ctx, row: Row, handle: string | null): Invitation {
  const { id, email, note, createdAt, expiresAt } = row
  const state = stateOf(row, ctx.now())
  return {
    id,
    url: state === 'OPEN' ? invitationUrl(ctx, id) : null,
    state,
    email,
    note,
    handle,
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
  }
}

export function listInvitations(ctx: Ctx, limit: number, cursor?: string): Invitations {
  const rows = ctx.db
    .select({ invitation: invitations, handle: artists.handle })
    .from(invitations)
    .leftJoin(artists, eq(artists.userId, invitations.userId))
    .where(cursor === undefined ? undefined : lt(invitations.id, cursor))
    .orderBy(desc(invitations.id))
    .limit(limit + 1)
    .all()
  const { page, nextCursor } = cutPage(rows, limit, ({ invitation }) => invitation.id)
  return { invitations: page.map(({ invitation, handle }) => toInvitation(ctx, invitation, handle)), nextCursor }
}
