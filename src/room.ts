import type { TSchema } from '@sinclair/typebox'
import type { NotificationDefinition, NotificationKinds } from './account/notification/define-notification.ts'
import type { TrackClaim } from './casset/track/track-claim.ts'
import type { Ctx } from './context.ts'
import type { Goods } from './order/goods.ts'
import type { Check } from './platform/check.ts'
import type { FileHolder } from './platform/file-holder.ts'
import type { JobDefinition } from './platform/job/job-kind.ts'
import type { KeptSums } from './platform/kept-sums.ts'
import type { Personal } from './platform/personal.ts'

/**
 * The parts of a room that the product gathers, as the `room.ts` of the room tells them. All of a
 * kind are in `rooms.ts` or come with the context, so nothing knows a room by its name.
 */
export type Room = {
  readonly goods?: readonly Goods[]
  readonly jobs?: readonly JobDefinition<TSchema, Ctx>[]
  readonly notices?: readonly NotificationDefinition[]
  /** Its data of a person: of the notifications, which depend on all kinds of these, a function. */
  readonly personal?: Personal | ((kinds: NotificationKinds) => Personal)
  readonly sums?: readonly KeptSums[]
  readonly checks?: readonly Check[]
  readonly files?: readonly FileHolder[]
  readonly claims?: readonly TrackClaim[]
}
