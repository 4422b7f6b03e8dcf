import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { ListQuery, limitOf } from '../../platform/http/request/list-query.ts'
import { EventsQuery, Policy } from '../agent/shape.ts'
import { ownRelease } from '../own-release.ts'
import { listEvents } from '../provenance/list-events.ts'
import { Events } from '../provenance/shape.ts'
import { changePolicy } from './change-policy.ts'
import {
  ManifestPreview,
  NewRelease,
  OwnerDna,
  PolicyPatch,
  Publish,
  Publishing,
  Release,
  ReleasePatch,
  Releases,
} from './model.ts'
import { publishRelease } from './publish-release.ts'
import { readOwnerDna, readPreview } from './read-preview.ts'
import { listReleases, readRelease } from './read-release.ts'
import { createRelease, updateRelease } from './write-release.ts'

const Answer = t.Object({ release: Release })

/** For artists (rules: releases, identifiers, contributors, signed-versions, policies). */
export const ownerRelease = (ctx: Ctx) => (app: Guarded) =>
  app
    .post(
      '/api/studio/releases',
      ({ author, body, status }) => status(201, { release: createRelease(ctx, author, body) }),
      {
        operation: 'createRelease',
        summary: 'Make a release',
        session: true,
        body: NewRelease,
        response: { 201: Answer },
      },
    )
    .get('/api/studio/releases', ({ author, query }) => listReleases(ctx, author, limitOf(query), query.cursor), {
      operation: 'listMyReleases',
      summary: 'List your releases',
      session: true,
      query: ListQuery,
      response: { 200: Releases },
    })
    .get(
      '/api/studio/releases/:id',
      ({ author, params }) => ({ release: readRelease(ctx, ownRelease(ctx, params.id, author)) }),
      {
        operation: 'getMyRelease',
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
        operation: 'updateRelease',
        summary: 'Change a release of yours',
        session: true,
        body: ReleasePatch,
        response: { 200: Answer },
      },
    )
    .get(
      '/api/internal/releases/:id/dna',
      ({ author, params }) => readOwnerDna(ctx, ownRelease(ctx, params.id, author)),
      {
        operation: 'getMyReleaseDna',
        summary: 'Read what your release permits, drafts included',
        session: true,
        refuses: ['FORBIDDEN'],
        response: { 200: OwnerDna },
      },
    )
    .get(
      '/api/internal/releases/:id/manifest-preview',
      ({ author, params }) => readPreview(ctx, ownRelease(ctx, params.id, author)),
      {
        operation: 'previewManifest',
        summary: 'Read what the next version would say',
        session: true,
        refuses: ['FORBIDDEN'],
        response: { 200: ManifestPreview },
      },
    )
    .get(
      '/api/internal/releases/:id/provenance-preview',
      ({ author, params, query }) => {
        const { id } = ownRelease(ctx, params.id, author)
        const json = listEvents(ctx, id, limitOf(query), query.cursor)
        return new Response(json, { headers: { 'content-type': 'application/json' } })
      },
      {
        operation: 'previewProvenance',
        summary: 'Read the events of your release',
        session: true,
        refuses: ['FORBIDDEN'],
        query: EventsQuery,
        response: { 200: Events },
      },
    )
    .patch(
      '/api/internal/releases/:id/permissions',
      ({ author, params, body }) => ({ policy: changePolicy(ctx, author, params.id, body) }),
      {
        operation: 'updatePermissions',
        summary: 'Change what your release permits',
        session: true,
        body: PolicyPatch,
        response: { 200: t.Object({ policy: Policy }) },
      },
    )
    .post(
      '/api/internal/releases/:id/publish',
      ({ author, params, body, status }) => status(202, publishRelease(ctx, author, params.id, body.notes ?? null)),
      {
        operation: 'publishRelease',
        summary: 'Publish the next version of your release',
        session: true,
        refuses: ['BAD_STATE'],
        body: Publish,
        response: { 202: Publishing },
      },
    )
