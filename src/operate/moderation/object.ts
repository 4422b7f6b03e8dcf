import { eq } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { contentDecisions } from '../../../db/schema/operate/moderation.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { type Actor, whyNotTo } from '../../platform/http/session/desk-acts.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import type { Answer, Decision, DeskDecision, Objection } from './model.ts'
import { notifyMaker, notifyOfObjection } from './notify-of-decision.ts'
import {
  canObject,
  type DecisionRow,
  decisionById,
  ownDecision,
  readDecision,
  readOwnDecision,
} from './read-decisions.ts'
import { reasonIn } from './report/reason-in.ts'
import { handlingOf } from './things.ts'

/**
 * Keeps the objection of the maker of a thing to a decision, once. Throws NOT_FOUND for another's,
 * VALIDATION, and BAD_STATE when they have objected, when it was given back, and after six months
 * (rule: objection).
 */
export function objectTo(ctx: Ctx, author: Viewer, id: string, { text }: Objection): Decision {
  const objection = reasonIn(text, 'text', say('Say why the decision is wrong.'))
  inTransaction(ctx.db, () => {
    const row = ownDecision(ctx, author, id)
    if (!canObject(ctx, row)) throw new AppError('BAD_STATE', whyNot(row))
    change(ctx, id, { objection, objectedAt: ctx.now() })
    notifyOfObjection(ctx, row, (helper) => whyNotTheirs(ctx, helper, id) === undefined)
  })
  return readOwnDecision(ctx, author, id)
}

function whyNot({ liftedAt, objectedAt }: DecisionRow): string {
  if (liftedAt !== null) return say('It has already been restored.')
  return objectedAt === null ? say('The six months to object are over.') : say('You have objected already.')
}

/** Throws NOT_FOUND. */
export function decidedAbout(ctx: Ctx, id: string): string[] {
  const { userId, kind, thingId } = decisionById(ctx, id)
  const present = handlingOf(kind).find(ctx, thingId)?.userIds ?? []
  return [...new Set(userId === null ? present : [userId, ...present])]
}

/** Returns why somebody does not decide about a decision again; undefined when they do. */
const whyNotTheirs = (ctx: Ctx, author: Actor, id: string): string | undefined =>
  whyNotTo(ctx, author, 'give-back', decidedAbout(ctx, id))

/** Whether nothing is left that a decision could give back: the thing was erased. */
export function isErased(ctx: Ctx, id: string): boolean {
  const { saved, userId, liftedAt } = decisionById(ctx, id)
  return saved === null && userId !== null && liftedAt === null
}

const erased = () => say('It was erased, so it cannot be restored.')

/** Undefined while an objection waits, or where something can be given back. */
export function whyNotAnswered(ctx: Ctx, author: Actor, id: string): string | undefined {
  const { objectedAt, answeredAt } = decisionById(ctx, id)
  const isAsked = objectedAt !== null && answeredAt === null
  return whyNotTheirs(ctx, author, id) ?? (isErased(ctx, id) && !isAsked ? erased() : undefined)
}

/** Throws NOT_FOUND, VALIDATION, and BAD_STATE when there is no objection or it has an answer. */
export function answerObjection(ctx: Ctx, author: Actor, id: string, { isUpheld, answer }: Answer): DeskDecision {
  const afterCommit = inTransaction(ctx.db, () => {
    const row = decisionById(ctx, id)
    if (row.objectedAt === null) throw new AppError('BAD_STATE', say('Nobody has objected to this decision.'))
    if (row.answeredAt !== null) throw new AppError('BAD_STATE', say('This objection is answered already.'))
    if (!isUpheld) return giveBackNow(ctx, author, row, answer)
    notifyMaker(ctx, saveAnswer(ctx, author, row, answer), 'upheld')
    return undefined
  })
  afterCommit?.()
  return readDecision(ctx, id)
}

/** Throws NOT_FOUND, VALIDATION, and BAD_STATE when it was given back. */
export function giveBack(ctx: Ctx, author: Actor, id: string, answer: string): DeskDecision {
  const afterCommit = inTransaction(ctx.db, () => giveBackNow(ctx, author, decisionById(ctx, id), answer))
  afterCommit()
  return readDecision(ctx, id)
}

function giveBackNow(ctx: Ctx, author: Actor, row: DecisionRow, answer: string): () => void {
  const { id, kind, thingId, saved } = row
  if (row.liftedAt !== null) throw new AppError('BAD_STATE', say('It has already been restored.'))
  if (isErased(ctx, id)) throw new AppError('BAD_STATE', erased())
  const afterCommit = saved === null ? () => {} : handlingOf(kind).giveBack(ctx, thingId, saved)
  change(ctx, id, { liftedBy: author.userId, liftedAt: ctx.now(), saved: null })
  notifyMaker(ctx, saveAnswer(ctx, author, row, answer), 'given-back')
  ctx.log.info('given back', { kind, thingId })
  return afterCommit
}

function saveAnswer(ctx: Ctx, { userId }: Actor, { id }: DecisionRow, text: string): DecisionRow {
  return change(ctx, id, { answer: reasonIn(text, 'answer'), answeredBy: userId, answeredAt: ctx.now() })
}

function change({ db }: Ctx, id: string, values: Partial<DecisionRow>): DecisionRow {
  return db.update(contentDecisions).set(values).where(eq(contentDecisions.id, id)).returning().get()
}
