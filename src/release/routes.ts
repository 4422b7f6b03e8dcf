import { t } from 'elysia'
import type { Ctx } from '../context.ts'
import type { Guarded } from '../platform/http/guard.ts'
import { ListQuery, limitOf } from '../platform/http/request/list-query.ts'
import { createRelease } from './create-release.ts'
import { NewRelease, Release, ReleasePatch, Releases } from './model.ts'
import { ownRelease } from './own-release.ts'
import { listReleases, readRelease } from './read-release.ts'
import { updateRelease } from './update-release.ts'

const Answer = t.Object({ release: Release })

/** Routes of releases for their artist (rules: releases, identifiers, contributors). */
export const release = (ctx: Ctx) => (app: Guarded) =>
  app
    .post(
      '/api/studio/releases',
      ({ author, body, status }) => status(201, { release: createRelease(ctx, author, body) }),
      { summary: 'Make a release', session: true, body: NewRelease, response: { 201: Answer } },
    )
    .get('/api/studio/releases', ({ author, query }) => listReleases(ctx, author, limitOf(query), query.cursor), {
      summary: 'List your releases',
      session: true,
      query: ListQuery,
      response: { 200: Releases },
    })
    .get(
      '/api/studio/releases/:id',
      ({ author, params }) => ({ release: readRelease(ctx, ownRelease(ctx, params.id, author)) }),
      {
        summary: 'Read a release of yours',
        session: true,
        refuses: ['FORBIDDEN'],
        response: { 200: Answer },
      },
    )
    .patch(
      '/api/studio/releases/:id',
      ({ author, params, body }) => ({ release: updateRelease(ctx, author, params.id, body) }),
      {
        summary: 'Change a release of yours',
        session: true,
        body: ReleasePatch,
        response: { 200: Answer },
      },
    )
