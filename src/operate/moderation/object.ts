import { eq } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { contentDecisions } from '../../../db/schema/operate/moderation.ts'
import { cleanLines } from '../../account/clean-text.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import type { Viewer } from '../../platform/http/session.ts'
import type { Decider } from './deciders-of.ts'
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
import { refuseOwn } from './refuse-own.ts'
import { handlingOf } from './things.ts'

/**
 * Keeps the objection of the maker of a thing to a decision, once. Throws NOT_FOUND for another's,
 * VALIDATION, and BAD_STATE when they have objected, when it was given back, and after six months.
 */
export function objectTo(ctx: Ctx, author: Viewer, id: string, { text }: Objection): Decision {
  const objection = cleanLines(text)
  if (objection === null) throw invalid('text', say('Say why the decision is wrong.'))
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

/**
 * Throws FORBIDDEN for a helper's own thing, and for an account that the author may not suspend.
 */
function refuseAuthor(ctx: Ctx, author: Decider, { kind, thingId, userId }: DecisionRow): void {
  refuseOwn(author, userId)
  handlingOf(kind).refuse(ctx, author, thingId)
}

/** Returns why somebody does not decide about a decision again; undefined when they do. */
export function whyNotTheirs(ctx: Ctx, author: Decider, id: string): string | undefined {
  try {
    refuseAuthor(ctx, author, decisionById(ctx, id))
    return undefined
  } catch (error) {
    if (error instanceof AppError && error.code === 'FORBIDDEN') return error.message
    throw error
  }
}

/**
 * Answers an objection: the decision stays, or what it took down is given back. Throws NOT_FOUND,
 * VALIDATION, FORBIDDEN as `refuseAuthor` does, and BAD_STATE when there is no objection or it has
 * an answer.
 */
export function answerObjection(ctx: Ctx, author: Decider, id: string, { isUpheld, answer }: Answer): DeskDecision {
  const afterCommit = inTransaction(ctx.db, () => {
    const row = decisionById(ctx, id)
    refuseAuthor(ctx, author, row)
    if (row.objectedAt === null) throw new AppError('BAD_STATE', say('Nobody has objected to this decision.'))
    if (row.answeredAt !== null) throw new AppError('BAD_STATE', say('This objection is answered already.'))
    if (!isUpheld) return giveBackNow(ctx, author, row, answer)
    notifyMaker(ctx, saveAnswer(ctx, author, row, answer), 'upheld')
    return undefined
  })
  afterCommit?.()
  return readDecision(ctx, id)
}

/**
 * Gives back what a decision took down, without waiting for an objection. Throws NOT_FOUND,
 * VALIDATION, FORBIDDEN as `refuseAuthor` does, and BAD_STATE when it was given back.
 */
export function giveBack(ctx: Ctx, author: Decider, id: string, answer: string): DeskDecision {
  const afterCommit = inTransaction(ctx.db, () => giveBackNow(ctx, author, decisionById(ctx, id), answer))
  afterCommit()
  return readDecision(ctx, id)
}

function giveBackNow(ctx: Ctx, author: Decider, row: DecisionRow, answer: string): () => void {
  const { id, kind, thingId, saved } = row
  refuseAuthor(ctx, author, row)
  if (row.liftedAt !== null) throw new AppError('BAD_STATE', say('It has already been restored.'))
  const afterCommit = saved === null ? () => {} : handlingOf(kind).giveBack(ctx, thingId, saved)
  change(ctx, id, { liftedBy: author.userId, liftedAt: ctx.now(), saved: null })
  notifyMaker(ctx, saveAnswer(ctx, author, row, answer), 'given-back')
  ctx.log.info('given back', { kind, thingId })
  return afterCommit
}

function saveAnswer(ctx: Ctx, { userId }: Decider, { id }: DecisionRow, text: string): DecisionRow {
  const answer = cleanLines(text)
  if (answer === null) throw invalid('answer', say('Say why.'))
  return change(ctx, id, { answer, answeredBy: userId, answeredAt: ctx.now() })
}

function change({ db }: Ctx, id: string, values: Partial<DecisionRow>): DecisionRow {
  return db.update(contentDecisions).set(values).where(eq(contentDecisions.id, id)).returning().get()
}
