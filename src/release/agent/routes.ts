import type { Ctx } from '../../context.ts'
import { answerRead } from '../../platform/http/answer/answer-read.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { limitOf } from '../../platform/http/request/list-query.ts'
import { listEvents, newestEventMs } from '../provenance/list-events.ts'
import { Events } from '../provenance/shape.ts'
import { FoundReleases, ReadManifest } from '../shape.ts'
import { answerSigned } from '../signing/answer-signed.ts'
import { knownRelease, releaseAtVersion, visibleRelease } from '../visible-release.ts'
import { listVersions } from './list-versions.ts'
import { Dossier, ManifestQuery, SearchQuery, Versions, VersionsQuery } from './model.ts'
import { readDna } from './read-dna.ts'
import { readDossier } from './read-dossier.ts'
import { answerManifest } from './read-manifest.ts'
import { searchReleases } from './search-releases.ts'
import { Dna, EventsQuery } from './shape.ts'

/** Programs' most frequent reads, past the router while nothing changes (rule: held-answers). */
export const heldPaths = [
  ...['manifest', 'manifest/:version', 'versions', 'dna', 'provenance', 'lineage'].map(
    (what) => `/api/agents/releases/:id/${what}`,
  ),
  '/api/agents/licenses/:id',
]

/** See rule: public-releases. */
export const agentRelease = (ctx: Ctx) => (app: Guarded) =>
  app
    .get(
      '/api/agents/releases',
      ({ query, request }) =>
        answerRead(request, JSON.stringify(searchReleases(ctx, { ...query, limit: limitOf(query) }))),
      {
        operation: 'searchReleases',
        summary: 'Search public releases',
        limit: 'agent-read',
        held: true,
        elsewhere: true,
        query: SearchQuery,
        response: { 200: FoundReleases },
      },
    )
    .get(
      '/api/agents/releases/:id/manifest',
      ({ params, query, request }) => answerManifest(ctx, request, visibleRelease(ctx, params.id), query.format),
      {
        operation: 'getManifest',
        summary: 'Read the newest signed manifest',
        limit: 'agent-read',
        held: true,
        elsewhere: true,
        tells: ['Link', 'Repr-Digest'],
        query: ManifestQuery,
        response: { 200: ReadManifest },
      },
    )
    .get(
      '/api/agents/releases/:id/manifest/:version',
      ({ params: { id, version }, query, request }) =>
        answerManifest(ctx, request, releaseAtVersion(ctx, id, version), query.format),
      {
        operation: 'getManifestVersion',
        summary: 'Read the signed manifest of a version, by its number or id',
        limit: 'agent-read',
        held: true,
        elsewhere: true,
        tells: ['Link', 'Repr-Digest'],
        query: ManifestQuery,
        response: { 200: ReadManifest },
      },
    )
    .get(
      '/api/agents/releases/:id/versions',
      ({ params, query, request }) => {
        const { id } = knownRelease(ctx, params.id)
        return answerRead(request, JSON.stringify(listVersions(ctx, id, limitOf(query), query.cursor)))
      },
      {
        operation: 'listVersions',
        summary: 'List the signed versions of a release',
        limit: 'agent-read',
        held: true,
        elsewhere: true,
        query: VersionsQuery,
        response: { 200: Versions },
      },
    )
    .get(
      '/api/agents/releases/:id/dna',
      ({ params, request }) =>
        answerSigned(ctx, request, readDna(ctx, visibleRelease(ctx, params.id)), newestEventMs(ctx, params.id)),
      {
        operation: 'getDna',
        summary: 'Read what a release permits now, and its anchors',
        limit: 'agent-read',
        held: true,
        elsewhere: true,
        response: { 200: Dna },
      },
    )
    .get(
      '/api/agents/releases/:id/provenance',
      ({ params, query, request }) => {
        const { id } = knownRelease(ctx, params.id)
        return answerRead(request, listEvents(ctx, id, limitOf(query), query.cursor))
      },
      {
        operation: 'listEvents',
        summary: 'Read the events of a release, oldest first',
        limit: 'agent-read',
        held: true,
        elsewhere: true,
        query: EventsQuery,
        response: { 200: Events },
      },
    )
    .get(
      '/api/releases/:id/dossier',
      ({ params, request }) =>
        answerSigned(ctx, request, readDossier(ctx, visibleRelease(ctx, params.id)), newestEventMs(ctx, params.id)),
      {
        operation: 'getDossier',
        summary: 'Read what is public of a release, for people',
        limit: 'agent-read',
        held: true,
        elsewhere: true,
        response: { 200: Dossier },
      },
    )
