import { inTransaction } from '../../../db/commits.ts'
import { contentDecisions } from '../../../db/schema/operate/moderation.ts'
import { cleanLine } from '../../account/clean-text.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import type { DeskDecision, NewDecision, ThingKind } from './model.ts'
import { notifyMaker } from './notify-of-decision.ts'
import { readDecision } from './read-decisions.ts'
import { decideReports } from './report/decide-reports.ts'
import { reasonIn } from './report/reason-in.ts'
import { handlingOf, isReportable, thingOf } from './things.ts'

/**
 * Takes something down with a statement of reasons, and tells its maker (rule: take-down). Throws
 * NOT_FOUND, VALIDATION, and BAD_STATE for what is taken down already.
 */
export function takeDown(ctx: Ctx, author: Pick<Viewer, 'userId'>, asked: NewDecision): DeskDecision {
  const { kind, id: thingId, ground } = asked
  const basis = cleanLine(asked.basis)
  if (basis === '') throw invalid('basis', say('Name the law or the part of your terms.'))
  const facts = reasonIn(asked.facts, 'facts', say('Say what you found.'))
  const id = ctx.uuid()
  const afterCommit = inTransaction(ctx.db, () => {
    const { userId, title, path, takenDown } = thingOf(ctx, kind, thingId)
    if (takenDown !== null) throw new AppError('BAD_STATE', alreadyText(kind))
    const { saved, copyIds, afterCommit } = handlingOf(kind).takeDown(ctx, thingId, ground)
    const thing = { kind, thingId, userId, title, path, saved }
    const thingIds = [thingId, ...copyIds]
    handlingOf(kind).tell(ctx, thingIds, { ground, decisionId: id, reason: basis })
    const isReported =
      isReportable(kind) && decideReports(ctx, author, { kind, thingIds }, { outcome: 'taken-down', answer: null })
    const reasons = { ground, basis, facts, foundBy: isReported ? 'report' : 'site' } as const
    const row = { id, ...thing, ...reasons, decidedBy: author.userId, decidedAt: ctx.now() }
    notifyMaker(ctx, ctx.db.insert(contentDecisions).values(row).returning().get(), 'taken-down')
    return afterCommit
  })
  afterCommit()
  ctx.log.info('taken down', { kind, thingId, ground })
  return readDecision(ctx, id)
}

const alreadyText = (kind: ThingKind): string =>
  kind === 'account' ? say('This account is suspended already.') : say('This is taken down already.')
