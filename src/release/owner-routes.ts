import { t } from 'elysia'
import type { Ctx } from '../context.ts'
import { none } from '../platform/http/answer/none.ts'
import type { Guarded } from '../platform/http/guard.ts'
import { ListQuery, limitOf } from '../platform/http/request/list-query.ts'
import { EventsQuery, Policy } from './agent-model.ts'
import { changePolicy } from './change-policy.ts'
import { Publish, Publishing } from './model.ts'
import { ownRelease } from './own-release.ts'
import { ManifestPreview, OwnerDna, OwnLinks, PolicyPatch, UnlinkQuery } from './owner-model.ts'
import { listEvents } from './provenance/list-events.ts'
import { Events } from './provenance/shape.ts'
import { publishRelease } from './publish-release.ts'
import { readOwnerDna, readPreview } from './read-preview.ts'
import { listOwnLinks, removeLink } from './remove-link.ts'

/** See rules: signed-versions, policies. */
export const ownerRelease = (ctx: Ctx) => (app: Guarded) =>
  app
    .get(
      '/api/internal/releases/:id/dna',
      ({ author, params }) => readOwnerDna(ctx, ownRelease(ctx, params.id, author)),
      {
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
        summary: 'Read the events of your release',
        session: true,
        refuses: ['FORBIDDEN'],
        query: EventsQuery,
        response: { 200: Events },
      },
    )
    .get(
      '/api/internal/releases/:id/derivatives',
      ({ author, params, query }) => listOwnLinks(ctx, author, params.id, limitOf(query), query.cursor),
      {
        summary: 'List what is linked with your release',
        session: true,
        refuses: ['FORBIDDEN'],
        query: ListQuery,
        response: { 200: OwnLinks },
      },
    )
    .delete(
      '/api/internal/releases/:id/derivatives/:linkId',
      ({ author, params, query, status }) =>
        status(204, none(removeLink(ctx, author, params.id, params.linkId, query.refuse))),
      {
        summary: 'Take a link off your release, or refuse it',
        session: true,
        query: UnlinkQuery,
        response: { 204: t.Undefined() },
      },
    )
    .patch(
      '/api/internal/releases/:id/permissions',
      ({ author, params, body }) => ({ policy: changePolicy(ctx, author, params.id, body) }),
      {
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
        summary: 'Publish the next version of your release',
        session: true,
        refuses: ['BAD_STATE'],
        body: Publish,
        response: { 202: Publishing },
      },
    )
