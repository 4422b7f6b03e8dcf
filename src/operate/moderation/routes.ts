import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { none } from '../../platform/http/answer/none.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { ListQuery, limitOf } from '../../platform/http/request/list-query.ts'
import { actWith } from '../../platform/http/session/act.ts'
import { eraseByLaw } from './erase.ts'
import { listDone } from './list-done.ts'
import * as shape from './model.ts'
import { answerObjection, decidedAbout, giveBack, objectTo } from './object.ts'
import { listOwnDecisions } from './read-decisions.ts'
import { reasonIn } from './report/reason-in.ts'
import { takeDown } from './take-down.ts'
import { thingOf } from './things.ts'

const OfDesk = t.Object({ decision: shape.DeskDecision })

export const decisions = (ctx: Ctx) => (app: Guarded) => {
  const about = ({ id = '' }: Readonly<Record<string, string>>, { answer }: { answer: string }) => ({
    userIds: decidedAbout(ctx, id),
    thingId: id,
    reason: reasonIn(answer, 'answer'),
  })
  return app
    .get('/api/desk/decisions', ({ author, query }) => listDone(ctx, author, limitOf(query), query), {
      operation: 'listDecisions',
      summary: 'List decisions about content, and what else was done at the desk',
      session: true,
      desk: 'people',
      query: shape.DecisionsQuery,
      response: { 200: shape.DeskDone },
    })
    .post(
      '/api/desk/decisions',
      ({ author, body, status }) => {
        return status(201, { decision: takeDown(ctx, author, body) })
      },
      {
        operation: 'createDecision',
        summary: 'Take something down',
        session: true,
        act: actWith('take-down', shape.NewDecision, (_, { kind, id, facts }) => ({
          userIds: thingOf(ctx, kind, id).userIds,
          thingId: id,
          reason: reasonIn(facts, 'facts', say('Say what you found.')),
          ...(kind === 'account' ? { act: 'suspend' } : {}),
        })),
        refuses: ['NOT_FOUND', 'BAD_STATE'],
        body: shape.NewDecision,
        response: { 201: OfDesk },
      },
    )
    .post(
      '/api/desk/decisions/:id/lift',
      ({ author, params, body }) => {
        return { decision: giveBack(ctx, author, params.id, body.answer) }
      },
      {
        operation: 'liftDecision',
        summary: 'Give back what was taken down',
        session: true,
        act: actWith('give-back', shape.Lifting, about),
        refuses: ['NOT_FOUND', 'BAD_STATE'],
        body: shape.Lifting,
        response: { 200: OfDesk },
      },
    )
    .post(
      '/api/desk/decisions/:id/answer',
      ({ author, params, body }) => {
        return { decision: answerObjection(ctx, author, params.id, body) }
      },
      {
        operation: 'answerObjection',
        summary: 'Answer an objection',
        session: true,
        act: actWith('answer-objection', shape.Answer, about),
        refuses: ['NOT_FOUND', 'BAD_STATE'],
        body: shape.Answer,
        response: { 200: OfDesk },
      },
    )
    .delete(
      '/api/admin/tracks/:id',
      async ({ author, params, body, status }) =>
        status(204, none(await eraseByLaw(ctx, author, params.id, body.reason))),
      {
        operation: 'eraseTrack',
        summary: 'Erase a track because the law demands it',
        session: true,
        act: actWith('erase-track', shape.Erasure, ({ id = '' }, { reason }) => ({
          userIds: thingOf(ctx, 'track', id).userIds,
          thingId: id,
          reason: reasonIn(reason, 'reason'),
        })),
        refuses: ['NOT_FOUND'],
        body: shape.Erasure,
        response: { 204: t.Undefined() },
      },
    )
    .get('/api/account/decisions', ({ author, query }) => listOwnDecisions(ctx, author, limitOf(query), query.cursor), {
      operation: 'listMyDecisions',
      summary: 'List decisions about what you made',
      session: true,
      query: ListQuery,
      response: { 200: shape.Decisions },
    })
    .post(
      '/api/account/decisions/:id/objection',
      ({ author, params, body }) => ({ decision: objectTo(ctx, author, params.id, body) }),
      {
        operation: 'objectToDecision',
        summary: 'Object to a decision',
        session: true,
        refuses: ['NOT_FOUND', 'BAD_STATE'],
        body: shape.Objection,
        response: { 200: t.Object({ decision: shape.Decision }) },
      },
    )
}
