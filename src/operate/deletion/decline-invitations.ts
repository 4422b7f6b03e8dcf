import type { Ctx } from '../../context.ts'
import { createPace } from '../../lib/pace.ts'
import { newestInvitations } from '../../room/co-casset/find-co-casset.ts'
import { leave } from '../../room/co-casset/invitation.ts'
import type { Gone } from './erase-traces.ts'

/** Declines all invitations to co-cassets, of which strangers may have sent any number. */
export async function declineInvitations(ctx: Ctx, gone: Gone): Promise<void> {
  const pace = createPace(ctx.monotonicMs)
  for (;;) {
    const slugs = newestInvitations(ctx, gone).flatMap(({ casset }) => casset.slug ?? [])
    if (slugs.length === 0) return
    for (const slug of slugs) {
      leave(ctx, slug, gone)
      await pace()
    }
  }
}
