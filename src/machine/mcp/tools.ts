import type { Static, TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { refusalOf } from '../../platform/http/answer/error-response.ts'
import type { LimitName } from '../../platform/http/limiter.ts'
import { readManifest } from '../../release/agent/read-manifest.ts'
import { searchReleases } from '../../release/agent/search-releases.ts'
import { Quote } from '../../release/license/shape.ts'
import { checkPermission } from '../../release/permission/check-permission.ts'
import { requestLicense } from '../../release/request/request-license.ts'
import { FoundReleases, PermissionReceipt, SignedManifest } from '../../release/shape.ts'
import { releaseAtVersion, visibleRelease } from '../../release/visible-release.ts'
import { ManifestArguments, PermissionArguments, QuoteArguments, SearchArguments } from './model.ts'

/** `isByPage`: a script in a browser calls, which may be of another site. */
type Asker = { readonly isByPage: boolean }

export type Tool = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly takes: TSchema
  readonly gives: TSchema
  readonly limit?: LimitName
  /** Whether it can ask somebody, and so does more than read. */
  readonly asks?: boolean
  /** Throws VALIDATION for arguments that do not fit, and what its verb throws. */
  answer(ctx: Ctx, given: unknown, asker: Asker): string
}

type Defined<S extends TSchema> = Omit<Tool, 'answer' | 'takes'> & {
  takes: S
  run(ctx: Ctx, given: Static<S>, asker: Asker): string
}

function defineTool<const S extends TSchema>({ run, ...tool }: Defined<S>): Tool {
  return {
    ...tool,
    answer(ctx, given, asker) {
      if (Value.Check(tool.takes, given)) return run(ctx, given, asker)
      throw refusalOf(Value.Errors(tool.takes, given).First())
    },
  }
}

/** The tools (rule: agent-tools). Each calls the function that its route calls. */
export const tools: readonly Tool[] = [
  defineTool({
    name: 'search_releases',
    title: 'Search releases',
    description:
      'Finds public releases by words of their title, artist or tracks, newest first. Answers ids, pages and the ' +
      'addresses of their manifests; pass nextCursor as cursor for more.',
    takes: SearchArguments,
    gives: FoundReleases,
    run: (ctx, { limit = 20, ...asked }) => JSON.stringify(searchReleases(ctx, { limit, ...asked })),
  }),
  defineTool({
    name: 'get_manifest',
    title: 'Get a manifest',
    description:
      'Returns the signed manifest of a release, of its newest version or another: tracks with file hashes, contributors, rights, ' +
      'AI disclosure and permissions, with its hash, signature and proof of inclusion in the log.',
    takes: ManifestArguments,
    gives: SignedManifest,
    run: (ctx, { releaseId, version }) =>
      readManifest(
        ctx,
        version === undefined ? visibleRelease(ctx, releaseId) : releaseAtVersion(ctx, releaseId, version),
      ),
  }),
  defineTool({
    name: 'check_permission',
    title: 'Check a permission',
    description:
      'Asks what the artist says of a use of a release: ALLOW, REQUIRE_LICENSE, CONTACT_OWNER or DENY, as a signed ' +
      'receipt that is valid for 15 minutes, with where to go from there.',
    takes: PermissionArguments,
    gives: PermissionReceipt,
    limit: 'agent-post',
    run: (ctx, { releaseId, ...asked }) => JSON.stringify(checkPermission(ctx, releaseId, asked)),
  }),
  defineTool({
    name: 'quote_license',
    title: 'Quote a license',
    description:
      'Says what a license of a release for some scopes costs and where a person buys it, or on which page to ask the ' +
      'artist. The price is good for a day, and nothing is bought. With contact the artist is asked, and answers there; ' +
      'without it nobody is told.',
    takes: QuoteArguments,
    gives: Quote,
    limit: 'agent-post',
    asks: true,
    run(ctx, { releaseId, ...asked }, { isByPage }) {
      if (asked.contact && isByPage) throw new AppError('FORBIDDEN', say('Another site may not do this in your name.'))
      return JSON.stringify(requestLicense(ctx, releaseId, asked, { userId: null, agent: null }))
    },
  }),
]
