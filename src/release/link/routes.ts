import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { requireSignature, signerOf } from '../../platform/agent/require-signature.ts'
import { takesSignature } from '../../platform/agent/takes-signature.ts'
import { none } from '../../platform/http/answer/none.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { ListQuery, limitOf } from '../../platform/http/request/list-query.ts'
import { newestEventMs } from '../provenance/list-events.ts'
import { answerSigned } from '../signing/answer-signed.ts'
import { knownRelease } from '../visible-release.ts'
import { linkDerivative } from './link-derivative.ts'
import { LineageAnswer, Linked, NewDerivative, OwnLinks, UnlinkQuery } from './model.ts'
import { readLineage } from './read-lineage.ts'
import { listOwnLinks, removeLink } from './remove-link.ts'

/** For agents (rules: lineage, derivative-claims). */
export const agentLinks = (ctx: Ctx) => (app: Guarded) =>
  app
    .get(
      '/api/agents/releases/:id/lineage',
      ({ params, request }) => {
        const { id } = knownRelease(ctx, params.id)
        return answerSigned(ctx, request, { releaseId: id, ...readLineage(ctx, id) }, newestEventMs(ctx, id))
      },
      {
        operation: 'getLineage',
        summary: 'Read what a release was made of, and what was made of it',
        limit: 'agent-read',
        held: true,
        elsewhere: true,
        response: { 200: LineageAnswer },
      },
    )
    .post(
      '/api/agents/releases/:id/claims',
      ({ params, body, request, status }) => {
        const { link, isNew } = linkDerivative(ctx, params.id, body, signerOf(request))
        return isNew ? status(201, { link }) : { link }
      },
      {
        operation: 'claimDerivative',
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
        operation: 'registerDerivative',
        summary: 'Register what was made of a release, with the secret of the instance',
        limit: 'agent-post',
        agent: true,
        refuses: ['LICENSE_REQUIRED', 'BAD_STATE'],
        body: NewDerivative,
        response: { 200: Linked, 201: Linked },
      },
    )

export const ownLinks = (ctx: Ctx) => (app: Guarded) =>
  app
    .get(
      '/api/internal/releases/:id/derivatives',
      ({ author, params, query }) => listOwnLinks(ctx, author, params.id, limitOf(query), query.cursor),
      {
        operation: 'listDerivatives',
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
        operation: 'deleteDerivative',
        summary: 'Take a link off your release, or refuse it',
        session: true,
        query: UnlinkQuery,
        response: { 204: t.Undefined() },
      },
    )
