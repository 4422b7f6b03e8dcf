import { t } from 'elysia'
import type { Ctx } from '../context.ts'
import { invalid } from '../errors.ts'
import { takesIfMatch } from '../platform/http/answer/sends.ts'
import type { Guarded } from '../platform/http/guard.ts'
import { limitOf } from '../platform/http/request/list-query.ts'
import {
  CassetPatch,
  CassetUpdate,
  FoundCassets,
  mostRecent,
  NewTape,
  OwnTapes,
  RecentCassets,
  RecentQuery,
  SearchQuery,
  UpdatePrice,
} from './model.ts'
import { ownTapes } from './read-tapes.ts'
import { findCassets, recentCassets } from './recent-cassets.ts'
import { cassetTag } from './revision.ts'
import { Casset, OwnCasset } from './shape.ts'
import { createTape } from './tape.ts'
import { toCasset, toNewTape, toUpdate } from './to-casset.ts'
import { updateCasset } from './update-casset.ts'

const defaultRecent = 12

/** An integer, clamped to 1…25, else VALIDATION (rule: recent-cassets). */
function recentLimit(raw: string | undefined): number {
  if (raw === undefined) return defaultRecent
  if (!/^[+-]?\d+$/.test(raw)) throw invalid('limit', '"limit" must be a whole number.')
  return Math.min(mostRecent, Math.max(1, Number(raw)))
}

/** Discovery, and the owner's changes (rules: recent-cassets, casset-changes, casset-search). */
export const casset = (ctx: Ctx) => (app: Guarded) =>
  app
    .get('/api/cassets/recent', ({ query }) => recentCassets(ctx, recentLimit(query.limit)), {
      operation: 'listRecentCassets',
      summary: 'List who published last',
      query: RecentQuery,
      response: { 200: RecentCassets },
    })
    .get(
      '/api/cassets/search',
      ({ query }) => findCassets(ctx, { q: query.q, cursor: query.cursor, limit: limitOf(query) }),
      {
        operation: 'searchCassets',
        summary: 'Search the public cassets',
        query: SearchQuery,
        response: { 200: FoundCassets },
      },
    )
    .patch(
      '/api/studio/casset/:id',
      ({ params, body, author, request, set }) => {
        const row = updateCasset(ctx, author, params.id, body, request.headers.get('if-match'))
        set.headers.etag = cassetTag(row)
        return toUpdate(ctx, row, author.handle)
      },
      {
        operation: 'updateCasset',
        summary: 'Change fields of your casset',
        session: true,
        refuses: ['BAD_STATE'],
        detail: takesIfMatch(),
        body: CassetPatch,
        response: { 200: CassetUpdate },
      },
    )
    .get('/api/studio/cassets', ({ author }) => ({ cassets: ownTapes(ctx, author) }), {
      operation: 'listMyCassets',
      summary: 'List your cassets',
      session: true,
      response: { 200: OwnTapes },
    })
    .post(
      '/api/studio/cassets',
      ({ body, author, status }) => status(201, { casset: toNewTape(createTape(ctx, author, body), author.handle) }),
      {
        operation: 'createCasset',
        summary: 'Make a further casset',
        session: true,
        refuses: ['BAD_STATE'],
        body: NewTape,
        response: { 201: t.Object({ casset: OwnCasset }) },
      },
    )
    .post(
      '/api/casset/update-price',
      ({ body, author }) => {
        const row = updateCasset(ctx, author, body.cassetId, { price: body.price }, null)
        return { casset: toCasset(row, author.handle) }
      },
      {
        operation: 'updatePrice',
        summary: 'Change the price of your casset',
        session: true,
        refuses: ['NOT_FOUND', 'BAD_STATE'],
        body: UpdatePrice,
        response: { 200: t.Object({ casset: Casset }) },
      },
    )
