/** So many tokens a minute, and how many at once when that differs. */
export type Rate = { perMinute: number; burst?: number }

/**
 * A bucket that one call takes a token from: of whoever is signed in, else of the address; or
 * always of the address.
 */
export type Bucket = { rate: Rate; by: 'user' | 'address' }

const doors = ['google', 'apple', 'discord', 'oidc'].flatMap((name) => [
  `GET /api/auth/${name}`,
  `GET /api/auth/${name}/callback`,
])
const signingUpOrIn = [
  'POST /api/auth/signup',
  'POST /api/auth/signup/listener',
  'POST /api/auth/login',
  'POST /api/auth/join',
  'POST /api/guest/keep/new',
  'POST /api/auth/passkeys/sign-in/challenge',
  'POST /api/auth/passkeys/sign-in',
  'POST /api/auth/second-step/challenge',
  'POST /api/auth/second-step',
  ...doors,
]
const readByAgents = [
  'GET /api/agents/releases',
  'GET /api/agents/releases/:id/manifest',
  'GET /api/agents/releases/:id/manifest/:version',
  'GET /api/agents/releases/:id/versions',
  'GET /api/agents/releases/:id/dna',
  'GET /api/agents/releases/:id/provenance',
  'GET /api/agents/releases/:id/provenance/proof',
  'GET /api/agents/releases/:id/lineage',
  'GET /api/agents/releases/:id/grant',
  'GET /api/agents/licenses/:id',
  'GET /api/agents/license-requests/:id',
  'GET /api/agents/license-lists/:list',
  'GET /api/agents/licenses/:id/certificate',
  'GET /api/agents/licenses/:id/grant',
  'GET /api/releases/:id/dossier',
]
const askedByAgents = [
  'POST /api/agents/releases/:id/permission-check',
  'POST /api/agents/permission-checks',
  'POST /api/agents/releases/:id/license-quote',
  'POST /api/agents/releases/:id/access',
  'POST /api/agents/licenses/:id/access',
  'DELETE /api/agents/license-requests/:id',
  'POST /api/checkout/license',
  'POST /api/checkout/license/claim',
  'POST /api/checkout/license/certificate',
  'POST /api/checkout/test/shared-token',
]
const linkedByAgents = 'POST /api/agents/releases/:id/derivatives'
const claimedByAgents = 'POST /api/agents/releases/:id/claims'
const webhooks = ['POST /api/webhooks/stripe', 'POST /api/studio/stripe/webhook']
const pictures = ['GET /api/assets/:id/:file', 'GET /api/emojis/:file']
const uploadsInParts = ['tracks', 'extras'].map((kind) => `/api/studio/casset/:id/${kind}/:uploadId`)

const openRoutes: ReadonlySet<string> = new Set([
  ...signingUpOrIn,
  ...readByAgents,
  ...askedByAgents,
  ...pictures,
  'POST /api/auth/logout',
  'POST /api/auth/apple/callback',
  'POST /api/auth/password/forgot',
  'POST /api/auth/password/reset',
  'POST /api/auth/email/verify',
  'POST /api/auth/email/confirm',
  'POST /api/auth/email/undo',
  'GET /api/handles/:handle/available',
  'GET /api/cassets/recent',
  'GET /api/cassets/search',
  'GET /api/casset/:slug/media',
  'GET /api/casset/:slug/sideb',
  'GET /api/casset/:slug/listeners',
  'GET /api/casset/:slug/opening.ics',
  'GET /api/casset/:slug/party',
  'GET /api/casset/:slug/party.ics',
  'POST /api/casset/:slug/party/guests',
  'GET /api/audio/:trackId',
  'GET /api/audio/:trackId/hook',
  'GET /api/audio/:trackId/whole',
  'GET /api/audio/waveform/:trackId',
  'GET /api/tracks/:id/lyrics',
  'GET /api/hooks/:hookId/comments',
  'GET /api/hooks/:hookId/submissions',
  'GET /api/hooks/clips/:id',
  'GET /api/campaigns',
  'POST /api/reports',
  'POST /api/casset/:slug/follow-by-email',
  'GET /api/campaign/:id',
  'GET /api/campaign/:id/leaderboard',
  'POST /api/casset/:slug/plays',
  'POST /api/checkout/test/confirm',
  'POST /api/checkout/gift',
  'POST /api/checkout/guest',
  'POST /api/withdraw',
  'POST /api/gifts/take',
  'POST /api/gifts/forget',
  ...['guest', 'taken'].flatMap((link) => [
    `GET /api/${link}/:secret/extras/:extraId`,
    `GET /api/${link}/:secret/extras/:extraId/preview`,
  ]),
  'GET /api/taken/:secret/download',
  'GET /api/taken/:secret/audio/:trackId',
  'POST /api/guest/mail',
  'POST /api/guest/forget',
  'POST /api/guest/rest',
  'GET /api/guest/:secret/download',
  'GET /api/guest/:secret/audio/:trackId',
])

const openByLink: ReadonlySet<string> = new Set([
  'POST /api/orders/:id/give-back',
  'POST /api/preorders/:id/refund',
  'PUT /api/orders/:id/buyer',
  'POST /api/orders/:id/e-invoice',
  'PATCH /api/gifts/:orderId',
  'POST /api/gifts/:orderId/send',
  'POST /api/checkout/verify',
  'POST /api/casset/:slug/mailing-list',
])

/** Whether the secret of a guest's link, in the body, stands for a session. */
export const takesLink = (route: string): boolean => openByLink.has(route)

/** The proof asked for instead of a session: the secret of agents, the processor's signature. */
export const otherProofs: ReadonlyMap<string, 'agentSecret' | 'messageSignature' | 'stripeSignature'> = new Map([
  [linkedByAgents, 'agentSecret'],
  [claimedByAgents, 'messageSignature'],
  ...webhooks.map((route) => [route, 'stripeSignature'] as const),
])

/** Whether nothing of an unsigned request is looked at. */
export const signedOnly = ({ route }: { route: string }): boolean => otherProofs.get(route) === 'messageSignature'

const openElsewhere: ReadonlySet<string> = new Set([
  'GET /api/agents/releases/:id/grant',
  'POST /api/agents/releases/:id/access',
  'POST /api/agents/releases/:id/license-quote',
  ...readByAgents.filter((route) => !/\/(?:grant|credential|certificate)$|license-requests/.test(route)),
  'POST /api/agents/releases/:id/permission-check',
  'POST /api/agents/permission-checks',
])

/** Whether scripts of other sites may call a route, without cookies (rule: cross-origin-reads). */
export const isOpenElsewhere = (route: string): boolean => openElsewhere.has(route)

/**
 * Whether somebody has to be signed in for a route: for each that nothing here opens to everybody.
 */
export const needsSession = (route: string): boolean => !openRoutes.has(route) && !otherProofs.has(route)

const perMinute = (rate: Rate, by: Bucket['by'], ...routes: string[]) =>
  routes.map((route) => [route, { rate, by }] as const)
const uncounted = (...routes: string[]) => routes.map((route) => [route, null] as const)

/**
 * Buckets (rule: limits) other than those of reads and writes; null where calls are not counted.
 */
const otherBuckets: ReadonlyMap<string, Bucket | null> = new Map([
  ...perMinute({ perMinute: 10 }, 'address', ...signingUpOrIn),
  ...perMinute({ perMinute: 60 }, 'address', 'GET /api/handles/:handle/available'),
  ...perMinute({ perMinute: 120 }, 'address', ...readByAgents),
  ...perMinute({ perMinute: 30 }, 'address', ...askedByAgents, linkedByAgents, claimedByAgents),
  ...perMinute({ perMinute: 10 }, 'user', 'POST /api/audio/token', 'POST /api/codes/redeem'),
  ...perMinute({ perMinute: 30, burst: 10 }, 'user', 'POST /api/casset/:slug/comment'),
  // A leader who said too much can still stop: DELETE is counted with all other writing.
  ...perMinute({ perMinute: 60, burst: 20 }, 'user', 'POST /api/casset/:slug/position'),
  ...perMinute({ perMinute: 2, burst: 60 }, 'address', 'POST /api/casset/:slug/party/guests'),
  ...perMinute({ perMinute: 120 }, 'user', 'POST /api/casset/:slug/plays'),
  ...perMinute({ perMinute: 1, burst: 30 }, 'address', 'POST /api/casset/:slug/follow-by-email', 'POST /api/withdraw'),
  ...perMinute({ perMinute: 5 / 1_440, burst: 5 }, 'user', 'POST /api/auth/export'),
  ...perMinute({ perMinute: 1, burst: 60 }, 'user', 'POST /api/studio/assets', 'POST /api/hooks/clips'),
  ...perMinute({ perMinute: 1, burst: 60 }, 'user', 'POST /api/studio/casset/:id/tracks', 'POST /api/studio/codes'),
  ...perMinute({ perMinute: 1, burst: 60 }, 'user', 'POST /api/studio/casset/:id/extras'),
  ...perMinute({ perMinute: 1, burst: 60 }, 'user', 'POST /api/studio/disputes/:id/files'),
  // The parts of an upload that was counted when it began.
  ...uploadsInParts.flatMap((path) => perMinute({ perMinute: 300 }, 'user', `PATCH ${path}`, `DELETE ${path}`)),
  // Routes without a bucket: those that caches keep, those that the processor calls, and streams,
  // which are counted while they are open.
  ...uncounted(...pictures, ...webhooks),
  ...uncounted('GET /api/casset/:slug/sideb', 'GET /api/co-cassets/:slug/room/stream'),
])

/** The bucket that the rules have a route take from. */
export function bucketOf({ route, isWrite }: { route: string; isWrite: boolean }): Bucket | null {
  const other = otherBuckets.get(route)
  return other === undefined ? { rate: { perMinute: isWrite ? 60 : 300 }, by: 'user' } : other
}

/** Every route that is named here: one that the program no longer has must go. */
export const listedRoutes: readonly string[] = [
  ...openRoutes,
  ...openByLink,
  ...otherProofs.keys(),
  ...otherBuckets.keys(),
]
