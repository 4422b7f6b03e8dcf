import type { Ctx } from '../../context.ts'
import { createArtistReads, type V1Route } from '../public-v1/artist-reads.ts'
import { createCredentialCheck } from './check-credential.ts'
import { createFixtures } from './fixtures.ts'

/** Paths that only the sandbox reads answer. */
export const sandboxPaths = ['/api/sandbox/v1', '/api/sandbox/v1/*'] as const

const isSandbox = /^\/api\/sandbox(?:\/|$)/

/** Returns whether an address belongs to the sandbox, whose errors have the v1 envelope. */
export const isSandboxPath = (path: string): boolean => isSandbox.test(path)

/** Like the public reads, of made-up artists, for holders of a credential (rule: sandbox-reads). */
export function createSandboxRoute(ctx: Ctx): V1Route {
  const isValid = createCredentialCheck(ctx)
  const prepare = createFixtures(ctx)
  return createArtistReads(ctx, {
    prefix: '/api/sandbox/v1',
    bucket: 'sandbox',
    refuse(request) {
      if (!isValid(request.headers.get('authorization'))) return { code: 'INVALID_CREDENTIAL' }
      return ctx.config.publicApi === 'off' ? { code: 'RESOURCE_UNAVAILABLE' } : undefined
    },
    ready: () => undefined,
    prepare,
  })
}
