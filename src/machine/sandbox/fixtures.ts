import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { longest } from '../../lib/text/longest.ts'
import { once } from '../../lib/turn/once.ts'
import type { V1Refusal } from '../public-v1/artist-reads.ts'
import type { V1Bodies } from '../public-v1/body.ts'
import { type PublicFacts, toBodies } from '../public-v1/to-bodies.ts'

const song = (n: number): PublicFacts['tracks'][number] => ({
  title: `Rehearsal ${n}`,
  kind: n % 3 === 0 ? 'GENERATION' : 'ORIGINAL',
  durationSec: n % 10 === 0 ? null : 60 + n / 2,
})

/** The artists of the sandbox (rule: sandbox-reads): the same on every instance. */
const answering: readonly PublicFacts[] = [
  {
    handle: 'sandbox-artist',
    displayName: 'Sandbox Artist',
    bio: 'Answers like any artist, and is nobody.',
    verified: true,
    tracks: [song(1), song(2), song(3), song(10)],
  },
  { handle: 'sandbox-quiet', displayName: 'Sandbox Quiet', bio: null, verified: false, tracks: [] },
  {
    handle: 'sandbox-large',
    displayName: 'é'.repeat(longest.displayName),
    bio: '🎵'.repeat(longest.bio),
    verified: false,
    tracks: Array.from({ length: 500 }, (_, n) => (n === 0 ? { ...song(1), title: '🎵'.repeat(240) } : song(n + 1))),
  },
]

/** Artists that answer with an error, so that clients can be tested; others are unavailable. */
const refusing: readonly [string, V1Refusal][] = [
  ['sandbox-limited', { code: 'RATE_LIMITED' }],
  ['sandbox-broken', { code: 'INTEGRATION_FAILURE', status: 502 }],
  ['sandbox-closed', { code: 'INTEGRATION_FAILURE' }],
]

export const sandboxHandles = () =>
  [
    { handle: 'sandbox-artist', shows: say('an artist with four tracks') },
    { handle: 'sandbox-quiet', shows: say('no biography, no tracks') },
    { handle: 'sandbox-large', shows: say('500 tracks and the longest texts') },
    { handle: 'sandbox-unavailable', shows: say('404: gone, private or unpublished') },
    { handle: 'sandbox-limited', shows: say('429: wait, then try again') },
    { handle: 'sandbox-broken', shows: say('502: a failure on the way') },
    { handle: 'sandbox-closed', shows: say('503: closed for a while') },
  ] as const

export function createFixtures(ctx: Ctx): (handle: string) => V1Bodies | V1Refusal {
  const answers = once(
    () =>
      new Map<string, V1Bodies | V1Refusal>([
        ...refusing,
        ...answering.map((facts) => [facts.handle, toBodies(ctx, '/api/sandbox/v1', facts)] as const),
      ]),
  )
  return (handle) => answers().get(handle) ?? { code: 'RESOURCE_UNAVAILABLE' }
}
