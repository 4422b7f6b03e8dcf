import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { ListQuery, limitOf } from '../../platform/http/list-query.ts'
import * as shape from './model.ts'
import { answerObjection, giveBack, objectTo } from './object.ts'
import { listDecisions, listOwnDecisions } from './read-decisions.ts'
import { takeDown } from './take-down.ts'

const OfDesk = t.Object({ decision: shape.DeskDecision })

/** Routes of decisions about content, for those who decide and for the makers. */
export const decisions = (ctx: Ctx) => (app: Guarded) =>
  app
    .get('/api/desk/decisions', ({ query }) => listDecisions(ctx, limitOf(query), query), {
      summary: 'List decisions about content',
      limit: 'read',
      session: true,
      desk: 'people',
      query: shape.DecisionsQuery,
      response: { 200: shape.DeskDecisions },
    })
    .post(
      '/api/desk/decisions',
      ({ author, body, status }) => {
        return status(201, { decision: takeDown(ctx, author, body) })
      },
      {
        summary: 'Take something down',
        limit: 'write',
        session: true,
        desk: 'people',
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
        summary: 'Give back what was taken down',
        limit: 'write',
        session: true,
        desk: 'people',
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
        summary: 'Answer an objection',
        limit: 'write',
        session: true,
        desk: 'people',
        refuses: ['NOT_FOUND', 'BAD_STATE'],
        body: shape.Answer,
        response: { 200: OfDesk },
      },
    )
    .get('/api/account/decisions', ({ author, query }) => listOwnDecisions(ctx, author, limitOf(query), query.cursor), {
      summary: 'List decisions about what you made',
      limit: 'read',
      session: true,
      query: ListQuery,
      response: { 200: shape.Decisions },
    })
    .post(
      '/api/account/decisions/:id/objection',
      ({ author, params, body }) => ({ decision: objectTo(ctx, author, params.id, body) }),
      {
        summary: 'Object to a decision',
        limit: 'write',
        session: true,
        refuses: ['NOT_FOUND', 'BAD_STATE'],
        body: shape.Objection,
        response: { 200: t.Object({ decision: shape.Decision }) },
      },
    )
