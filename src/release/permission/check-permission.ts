import { createHeld } from '../../../db/held.ts'
import { perDatabase } from '../../../db/prepared.ts'
import { cleanLine } from '../../account/clean-text.ts'
import type { Decision } from '../../casset/usage/default-policies.ts'
import { type PolicyRow, readPolicies } from '../../casset/usage/read-policies.ts'
import { strictestOf } from '../../casset/usage/stricter.ts'
import type { Ctx } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { once } from '../../lib/turn/once.ts'
import { createPace } from '../../lib/turn/pace.ts'
import { nextStep } from '../next-step.ts'
import { signedName } from '../read-version.ts'
import type { PermissionReceipt } from '../shape.ts'
import { signerOf } from '../signing/sign-document.ts'
import { type KnownRelease, knownRelease } from '../visible-release.ts'
import type { PermissionCheck, PermissionChecks, PermissionReceipts } from './model.ts'
import { policyHash, policyOfScope, refuseUnknownScope } from './policy.ts'

const validMs = 900_000
const mostHeld = 1_000

type Terms = {
  readonly release: KnownRelease
  readonly policies: readonly PolicyRow[]
  /** The hashes of policies that were asked for, by their scopes. */
  readonly hashes: Map<string, string>
}

const heldTerms = perDatabase((db) => createHeld<Terms>(db, mostHeld))

const reasons: Readonly<Record<Decision, string>> = {
  ALLOW: 'The artist allows this.',
  REQUIRE_LICENSE: 'The artist allows this with a license.',
  CONTACT_OWNER: 'The artist wants to be asked first.',
  DENY: 'The artist does not allow this.',
}

/**
 * Returns what the artist says of a use, as a receipt that is signed like a manifest and valid for
 * a quarter of an hour (rule: permission-check). Nothing is stored. Throws VALIDATION for an
 * unknown scope, NOT_FOUND for a release that nobody may know of and for a version that is not one
 * of its own. Give the `agent` whose signature the request has.
 */
export const checkPermission = (
  ctx: Ctx,
  id: string,
  asked: PermissionCheck,
  agent: string | null = null,
): PermissionReceipt => permissionChecker(ctx, agent)(id, asked)

/** Returns a function that answers as `checkPermission` does, for many questions of one request. */
export function permissionChecker(ctx: Ctx, agent: string | null) {
  const issuedAt = ctx.now()
  const [from, until] = [new Date(issuedAt).toISOString(), new Date(issuedAt + validMs).toISOString()]
  const sign = once(() => signerOf(ctx, issuedAt))
  const known = new Map<string, Terms>()
  return (id: string, asked: PermissionCheck): PermissionReceipt => {
    const { commercial = false, releaseVersionId } = asked
    refuseUnknownScope(asked.scope)
    const terms = known.get(id) ?? readTerms(ctx, id)
    known.set(id, terms)
    const { release, policies: all } = terms
    const policy = policyOfScope(all, asked.scope)
    const version = releaseVersionId === undefined ? release.version : signedName(ctx, id, releaseVersionId)
    if (!version) throw notFound('version')
    const considered = [policy, ...(commercial ? all.filter(({ scope }) => scope === 'commercial-use') : [])]
    const decisive = strictestOf(considered)
    const receipt = {
      decisionId: ctx.uuid(),
      releaseId: id,
      releaseVersionId: version.id,
      scope: policy.scope,
      decision: decisive.decision,
      reason: reasons[decisive.decision],
      commercial,
      policyHash: hashOf(terms, considered),
      manifestHash: version.canonicalHash,
      agentKey: cleanLine(asked.agentKey ?? '') || null,
      agent,
      issuedAt: from,
      expiresAt: until,
      next: nextStep(ctx, release, decisive),
    }
    return { ...receipt, proof: sign()(receipt) }
  }
}

/** Returns the hash of policies of a release, kept as long as they are. */
function hashOf({ hashes }: Terms, considered: readonly PolicyRow[]): string {
  const key = considered.map(({ scope }) => scope).join()
  const hash = hashes.get(key) ?? policyHash(considered)
  hashes.set(key, hash)
  return hash
}

/** Returns a release and its policies, held until something is written. */
function readTerms(ctx: Ctx, id: string): Terms {
  const held = heldTerms(ctx.db)
  const known = held.get(id)
  if (known) return known
  const keep = held.begin(id)
  const terms = { release: knownRelease(ctx, id), policies: readPolicies(ctx, id), hashes: new Map<string, string>() }
  keep(terms)
  return terms
}

/**
 * Answers up to a hundred questions, each with a receipt as `checkPermission` returns it
 * (rule: permission-check). A release or version that is not public is NOT_FOUND in its place.
 * Throws VALIDATION that names the first unknown scope.
 */
export async function checkPermissions(
  ctx: Ctx,
  asked: PermissionChecks,
  agent: string | null,
): Promise<PermissionReceipts> {
  const { checks, agentKey } = asked
  for (const [n, { scope }] of checks.entries()) refuseUnknownScope(scope, `checks.${n}.scope`)
  const about = agentKey === undefined ? {} : { agentKey }
  const check = permissionChecker(ctx, agent)
  const answerTo = ({ releaseId, ...question }: PermissionChecks['checks'][number]) => {
    try {
      return check(releaseId, { ...question, ...about })
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error
      return { releaseId, scope: question.scope, error: error.message, code: error.code }
    }
  }
  const pace = createPace(ctx.monotonicMs)
  const receipts: PermissionReceipts['receipts'] = []
  for (const each of checks) {
    receipts.push(answerTo(each))
    await pace()
  }
  return { receipts }
}
