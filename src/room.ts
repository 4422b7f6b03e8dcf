import type { TSchema } from '@sinclair/typebox'
import type { AnyElysia } from 'elysia'
import type { OnProof } from './account/change-user.ts'
import type { NotificationDefinition, NotificationKinds } from './account/notification/define-notification.ts'
import type { Remembering } from './account/session/session-cookie.ts'
import type { TrackClaim } from './casset/track/loss/track-claim.ts'
import type { Ctx } from './context.ts'
import type { Goods } from './order/goods.ts'
import type { Check } from './platform/check.ts'
import type { FileHolder } from './platform/file-holder.ts'
import type { Guarded } from './platform/http/guard.ts'
import type { JobDefinition } from './platform/job/job-kind.ts'
import type { KeptSums, SearchIndex } from './platform/kept-sums.ts'
import type { CompleteEmail, NoteTaken } from './platform/mail/send-mail.ts'
import type { Personal } from './platform/personal.ts'
import type { Promised } from './platform/promised.ts'
import type { Sweep } from './platform/sweep.ts'

/**
 * The parts of a room that the product gathers, as the `room.ts` of the room tells them. All of a
 * kind are in `rooms.ts` or come with the context, so nothing knows a room by its name.
 */
export type Room = {
  /** Its routes, which only a server loads. */
  routes?(): Promise<Routes>
  readonly goods?: readonly Goods[]
  readonly jobs?: readonly JobDefinition<TSchema, Ctx>[]
  readonly notices?: readonly NotificationDefinition[]
  /** Its data of a person: of the notifications, which depend on all kinds of these, a function. */
  readonly personal?: Personal | ((kinds: NotificationKinds) => Personal)
  readonly sums?: readonly KeptSums[]
  readonly checks?: readonly Check[]
  readonly files?: readonly FileHolder[]
  readonly claims?: readonly TrackClaim[]
  readonly promises?: readonly Promised[]
  readonly indexes?: readonly SearchIndex[]
  readonly sweeps?: readonly Sweep[]
  readonly emails?: readonly CompleteEmail[]
  readonly taken?: readonly NoteTaken[]
  readonly proofs?: readonly OnProof[]
}

/** The routes of a room, by what those who ask have passed before. */
export type Routes = {
  /** They have no limits and know nobody. */
  readonly unlimited?: readonly ((ctx: Ctx) => AnyElysia)[]
  /** The browser's API client calls these and takes its types from them, and from `sessions`. */
  readonly called?: readonly ((ctx: Ctx) => (app: Guarded) => unknown)[]
  readonly others?: readonly ((ctx: Ctx) => (app: Guarded) => unknown)[]
  /** Those that set cookies of sessions: called by the client, and visited as pages or forms. */
  readonly sessions?: readonly ((ctx: Ctx) => (app: Remembering) => unknown)[]
  readonly doors?: readonly ((ctx: Ctx) => (app: Remembering) => unknown)[]
}
