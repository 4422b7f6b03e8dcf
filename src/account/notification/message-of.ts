import type { notifications } from '../../../db/schema/account/notification.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import type { NotificationText } from './define-notification.ts'
import { notificationKindsOf } from './define-notification.ts'

/**
 * Returns the message of a stored notification, with the name of the person who did it, if there is
 * one; undefined for a kind that this program does not know.
 */
export const messageOf = (
  ctx: Ctx,
  { kind, details }: Pick<typeof notifications.$inferSelect, 'kind' | 'details'>,
  name: string | null,
): NotificationText | undefined =>
  notificationKindsOf(ctx)
    .get(kind)
    ?.open(ctx, details, name ?? say('Somebody'))
