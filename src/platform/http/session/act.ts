import type { Static, TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Ctx } from '../../../context.ts'
import { AppError, type ErrorCode } from '../../../errors.ts'
import { say } from '../../../lib/language/say.ts'
import { beginDeskAct, dropDeskAct, endDeskAct, forgetConcerned } from '../../security/note-desk-act.ts'
import { accountsOf } from './accounts.ts'
import { type DeskAct, deskActs, refuseActTo, requireAct } from './desk-acts.ts'
import { requireDeskPart } from './desk-role.ts'
import { type Viewer, viewerOf } from './session.ts'

type Asked = { params: Readonly<Record<string, string>>; body: unknown }

/**
 * The accounts that an act is about or that made its thing, that thing by its id, and why it is
 * done. `act`: which act it is, where the body of a request decides that.
 */
export type About = {
  userIds?: readonly string[]
  thingId?: string | undefined
  reason?: string | undefined
  act?: DeskAct
}

/** `about` throws NOT_FOUND where the act is about nothing. */
export type ActOf = { act: DeskAct; about?: (asked: Asked) => About }

/** Returns an act whose touch is limited, on a route without a body. */
export const actOn = (act: DeskAct, about: (params: Asked['params']) => About): ActOf => ({
  act,
  about: ({ params }) => about(params),
})

/** The same on a route with a body, which has this schema. */
export const actWith = <Body extends TSchema>(
  act: DeskAct,
  schema: Body,
  about: (params: Asked['params'], body: Static<Body>) => About,
): ActOf => ({ act, about: ({ params, body }) => about(params, Value.Decode(schema, body)) })

/** Returns the refusals of a route with an act beyond those of its other options. */
export const detailOf = ({ act }: ActOf): { act: DeskAct; refuses: readonly ErrorCode[] } => ({
  act,
  refuses: ['FORBIDDEN', ...(deskActs[act].fresh ? (['BAD_STATE'] as const) : [])],
})

const begun = new WeakMap<Request, { id: string; act: DeskAct; about: About }>()

/** Throws FORBIDDEN for what the author may not touch, once validated, and records what comes. */
export function beginAct(
  ctx: Ctx,
  { act, about = () => ({}) }: ActOf,
  author: Viewer,
  { request, params, body }: { request: Request; params: unknown; body: unknown },
): void {
  const named = Object.fromEntries(Object.entries(Object(params)).map(([name, value]) => [name, String(value)]))
  const found = about({ params: named, body })
  const done = found.act ?? act
  if (done !== act) requireAct(ctx, author, done)
  refuseActTo(ctx, author, done, found.userIds ?? [])
  const id = beginDeskAct(ctx, author.userId, done, { ...found, userIds: thereOf(ctx, found) })
  begun.set(request, { id, act: done, about: found })
}

/**
 * Throws UNAUTHENTICATED or FORBIDDEN where the author was signed out, or lost the right to the act
 * that they began, while their request waited. Called in the transaction that writes, by each act
 * that waits between its check and that. The proof of the person may have grown old meanwhile.
 */
export function requireActStill(ctx: Ctx, request: Request): void {
  const begunAct = begun.get(request)
  const viewer = viewerOf(ctx, request)
  if (!viewer || !begunAct)
    throw new AppError('UNAUTHENTICATED', say('You were signed out meanwhile. Sign in, then try again.'))
  requireDeskPart(viewer, deskActs[begunAct.act].who)
  refuseActTo(ctx, viewer, begunAct.act, begunAct.about.userIds ?? [])
}

const thereOf = (ctx: Ctx, { userIds = [] }: About): string[] =>
  userIds.filter((each) => accountsOf(ctx).exists(ctx, each))

/** Takes back the record of what was begun and then refused. */
export function dropAct(ctx: Ctx, request: Request): void {
  const dropped = begun.get(request)
  if (dropped) dropDeskAct(ctx, dropped.id)
}

export function endAct(ctx: Ctx, { userId }: Viewer, request: Request): void {
  const done = begun.get(request)
  if (!done) return
  const { userIds = [] } = done.about
  // The act may have deleted the account.
  const there = thereOf(ctx, done.about)
  if (there.length < userIds.length) forgetConcerned(ctx, done.id)
  endDeskAct(ctx, userId, done.act, { ...done.about, userIds: there })
}
