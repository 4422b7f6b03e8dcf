import { AppError } from '../../../errors.ts'
import { say } from '../../../lib/language/say.ts'
import { pathOf } from '../request/path.ts'
import type { Viewer } from './session.ts'

/**
 * The calls that somebody whose account is suspended can still make: their own account and their
 * objection, hearing, collecting and giving back, reporting, being paid what is theirs, and ending
 * what others wait for.
 */
const staysOpen = new RegExp(
  `^/api/(?:${[
    'auth/(?!update-profile$|handle$|artist$)',
    'account/',
    'audio/token$',
    'notifications/',
    'reports$',
    'checkout/(?!gift$)',
    'codes/redeem$',
    'claim$',
    'gifts/forget$',
    'guest/',
    'orders/[^/]+/give-back$',
    'preorders/',
    'casset/[^/]+/(?:plays|position)$',
    'co-cassets/[^/]+/leave$',
    'campaign/[^/]+/(?:cancel|decline|payout|select-winner)$',
    'studio/casset/[^/]+/call-off$',
    'studio/sales/[^/]+/refund$',
    'studio/disputes/',
    'studio/payouts/(?:onboarding|dashboard)$',
  ].join('|')})`,
)

/** Those by which they end what they began, where a field of the body is false (rule: endings). */
const ends: readonly (readonly [path: RegExp, field: string])[] = [
  [/^\/api\/casset\/[^/]+\/party\/guests$/, 'comes'],
  [/^\/api\/casset\/[^/]+\/wish$/, 'tells'],
  [/^\/api\/credits\/[^/]+$/, 'agreed'],
  [/^\/api\/hooks\/(?:submissions\/)?[^/]+\/like$/, 'liked'],
  [/^\/api\/letters\/followed$/, 'allowed'],
]

const isEnd = (path: string, body: unknown): boolean =>
  ends.some(([ending, field]) => ending.test(path) && Reflect.get(Object(body), field) === false)

const changes: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH'])

type Asked = Pick<Request, 'method' | 'url'>

/**
 * Throws FORBIDDEN for a request by which somebody whose account is suspended would write, upload
 * or publish (rule: suspension). They can still read and delete.
 */
export function refuseSuspended(request: Asked, viewer: Viewer | null | undefined, body: unknown): void {
  if (!viewer?.suspended || !changes.has(request.method)) return
  // The router ignores a slash at the end.
  const path = pathOf(request.url).replace(/\/$/, '')
  if (!path.startsWith('/api/') || staysOpen.test(path) || isEnd(path, body)) return
  throw new AppError('FORBIDDEN', say('Your account is suspended, so this is closed to it.'), {
    hint: say('Your account’s page of decisions says why, and how to object.'),
  })
}
