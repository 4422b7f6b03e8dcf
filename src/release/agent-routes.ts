import type { Ctx } from '../context.ts'
import { requireSignature, signerOf } from '../platform/agent/require-signature.ts'
import { signedAgent } from '../platform/agent/signed-agent.ts'
import { takesSignature } from '../platform/agent/takes-signature.ts'
import { answerRead } from '../platform/http/answer/answer-read.ts'
import type { Guarded } from '../platform/http/guard.ts'
import { limitOf } from '../platform/http/request/list-query.ts'
import {
  Dna,
  Dossier,
  EventsQuery,
  LineageAnswer,
  Linked,
  ManifestQuery,
  NewDerivative,
  PermissionCheck,
  PermissionChecks,
  PermissionReceipts,
  SearchQuery,
  Versions,
  VersionsQuery,
} from './agent-model.ts'
import { checkPermission } from './check-permission.ts'
import { checkPermissions } from './check-permissions.ts'
import { linkDerivative } from './link-derivative.ts'
import { listVersions } from './list-versions.ts'
import { listEvents } from './provenance/list-events.ts'
import { Events } from './provenance/shape.ts'
import { readDna } from './read-dna.ts'
import { readDossier } from './read-dossier.ts'
import { readLineage } from './read-lineage.ts'
import { answerManifest } from './read-manifest.ts'
import { searchReleases } from './search-releases.ts'
import { FoundReleases, PermissionReceipt, ReadManifest } from './shape.ts'
import { knownRelease, releaseAtVersion, visibleRelease } from './visible-release.ts'

/**
 * The most frequent reads of programs, which are answered without the router as long as nothing is
 * written (rule: held-answers).
 */
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
        summary: 'Read the newest signed manifest',
        limit: 'agent-read',
        held: true,
        elsewhere: true,
        query: ManifestQuery,
        response: { 200: ReadManifest },
      },
    )
    .get(
      '/api/agents/releases/:id/manifest/:version',
      ({ params: { id, version }, query, request }) =>
        answerManifest(ctx, request, releaseAtVersion(ctx, id, version), query.format),
      {
        summary: 'Read the signed manifest of a version, by its number or id',
        limit: 'agent-read',
        held: true,
        elsewhere: true,
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
      ({ params, request }) => answerRead(request, JSON.stringify(readDna(ctx, visibleRelease(ctx, params.id)))),
      {
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
        summary: 'Read the events of a release, oldest first',
        limit: 'agent-read',
        held: true,
        elsewhere: true,
        query: EventsQuery,
        response: { 200: Events },
      },
    )
    .get(
      '/api/agents/releases/:id/lineage',
      ({ params, request }) => {
        const { id } = knownRelease(ctx, params.id)
        return answerRead(request, JSON.stringify({ releaseId: id, ...readLineage(ctx, id) }))
      },
      {
        summary: 'Read what a release was made of, and what was made of it',
        limit: 'agent-read',
        held: true,
        elsewhere: true,
        response: { 200: LineageAnswer },
      },
    )
    .post(
      '/api/agents/releases/:id/permission-check',
      async ({ params, body, request }) => checkPermission(ctx, params.id, body, await signedAgent(ctx, request)),
      {
        summary: 'Ask whether a use is allowed; the answer is a signed receipt',
        limit: 'agent-post',
        elsewhere: true,
        detail: takesSignature(),
        body: PermissionCheck,
        response: { 200: PermissionReceipt },
      },
    )
    .post(
      '/api/agents/permission-checks',
      async ({ body, request }) => checkPermissions(ctx, body, await signedAgent(ctx, request)),
      {
        summary: 'Ask up to a hundred such questions at once',
        limit: 'agent-post',
        elsewhere: true,
        detail: takesSignature(),
        body: PermissionChecks,
        response: { 200: PermissionReceipts },
      },
    )
    .post(
      '/api/agents/releases/:id/claims',
      ({ params, body, request, status }) => {
        const { link, isNew } = linkDerivative(ctx, params.id, body, signerOf(request))
        return isNew ? status(201, { link }) : { link }
      },
      {
        summary: 'Claim that something was made of a release, as an agent with a name',
        limit: 'agent-post',
        proof: (request: Request) => requireSignature(ctx, request),
        refuses: ['LICENSE_REQUIRED', 'BAD_STATE'],
        detail: { ...takesSignature(), security: [{ messageSignature: [] }] },
        body: NewDerivative,
        response: { 200: Linked, 201: Linked },
      },
    )
    .post(
      '/api/agents/releases/:id/derivatives',
      ({ params, body, status }) => {
        const { link, isNew } = linkDerivative(ctx, params.id, body)
        return isNew ? status(201, { link }) : { link }
      },
      {
        summary: 'Register what was made of a release, with the secret of the instance',
        limit: 'agent-post',
        agent: true,
        refuses: ['LICENSE_REQUIRED', 'BAD_STATE'],
        body: NewDerivative,
        response: { 200: Linked, 201: Linked },
      },
    )
    .get(
      '/api/releases/:id/dossier',
      ({ params, request }) => answerRead(request, JSON.stringify(readDossier(ctx, visibleRelease(ctx, params.id)))),
      {
        summary: 'Read what is public of a release, for people',
        limit: 'agent-read',
        held: true,
        elsewhere: true,
        response: { 200: Dossier },
      },
    )
