import { type ComponentChild, h, render } from 'preact'
import { ownJson } from '../lib/own-json.ts'
import Deck from '../player/deck.tsx'
import PlayPage from '../player/play-page.tsx'
import Follow from './follow.tsx'
import Share from './share.tsx'
import type { signedInIslands } from './signed-in.ts'

export type Draw = (root: Element, props: string) => void

/**
 * Draws an island whose code is loaded. It renders and never hydrates, since hydration keeps
 * attributes as they were when the page is restored from the back/forward cache.
 */
export const draw =
  <P extends object>(Component: (props: P) => ComponentChild): Draw =>
  (root, props) =>
    render(h(Component, ownJson(props)), root)

/** Draws a component of a chunk by its name there. The chunk is loaded when it is first drawn. */
export const late =
  <K extends string>(load: () => Promise<Readonly<Record<NoInfer<K>, (props: never) => ComponentChild>>>, name: K) =>
  async () =>
    draw((await load())[name])

const auth = () => import('./auth/islands.ts')
const checkout = () => import('./checkout-islands.ts')
const drop = () => import('./drop/islands.ts')
const guest = () => import('./guest/islands.ts')
const release = () => import('./release/islands.ts')
const world = () => import('./world-islands.ts')

/**
 * All islands by name, except those of account and studio (signed-in.ts). The deck and the small
 * buttons of public pages are part of the main script; the others are in chunks that are loaded
 * only where they are used.
 */
export const islands = {
  'player/deck': async () => draw(Deck),
  tracks: late(() => import('./tracks.tsx'), 'default'),
  'player/play-page': async () => draw(PlayPage),
  'player/play-tape': late(() => import('../player/play-tape.tsx'), 'default'),
  retry: late(() => import('./retry.tsx'), 'default'),
  share: async () => draw(Share),
  door: late(world, 'Door'),
  follow: async () => draw(Follow),
  opens: late(world, 'Opens'),
  wish: late(world, 'Wish'),
  filling: late(world, 'Filling'),
  clips: late(() => import('./clips.tsx'), 'default'),
  'clip/clip': late(() => import('./clip/clip.tsx'), 'default'),
  'video/video': late(() => import('./video/video.tsx'), 'default'),
  'release/ask-artist': late(release, 'AskArtist'),
  'release/buy-license': late(release, 'BuyLicense'),
  'release/hand-in': late(release, 'HandIn'),
  'release/take-files': late(release, 'TakeFiles'),
  'release/verify-certificate': late(release, 'VerifyCertificate'),
  'release/withdraw-request': late(release, 'WithdrawRequest'),
  'release/verify': late(() => import('./release/verify.tsx'), 'default'),
  'guest/keep': late(guest, 'Keep'),
  'guest/rest': late(guest, 'Rest'),
  'guest/tracks': late(guest, 'Tracks'),
  'library/play-all': late(guest, 'PlayAll'),
  'links/copy': late(guest, 'Copy'),
  'player/lyrics': late(() => import('../player/lyrics.tsx'), 'default'),
  'auth/log-in': late(auth, 'LogIn'),
  'auth/sign-up': late(auth, 'SignUp'),
  'auth/join': late(auth, 'Join'),
  'auth/reset': late(auth, 'Reset'),
  'auth/verify': late(auth, 'Verify'),
  'auth/set-up': late(auth, 'SetUp'),
  'auth/open-studio': late(auth, 'OpenStudio'),
  'auth/send-email': late(auth, 'SendEmail'),
  'checkout/checkout': late(() => import('./checkout/checkout.tsx'), 'default'),
  'checkout/tip': late(checkout, 'Tip'),
  'checkout/drop': late(checkout, 'Drop'),
  'drop/board': late(drop, 'Board'),
  'drop/clock': late(drop, 'Clock'),
  'drop/decline': late(drop, 'Decline'),
  'drop/enter': late(drop, 'Enter'),
  'checkout/emoji': late(checkout, 'Emoji'),
  'checkout/guest': late(() => import('./checkout/guest.tsx'), 'default'),
  'guest/email': late(guest, 'Email'),
  'guest/claim': late(guest, 'Claim'),
  'checkout/gift': late(checkout, 'Gift'),
  'gift/claim': late(guest, 'ClaimGift'),
  'preorder/money-back': late(guest, 'MoneyBack'),
  'gift/given': late(guest, 'Given'),
  'checkout/license': late(checkout, 'License'),
  'redeem/redeem': late(checkout, 'Redeem'),
  'report/report': late(guest, 'Report'),
  'room/room': late(() => import('./room/room.tsx'), 'default'),
  'receipt/print': late(guest, 'Print'),
  'auth/email-link': late(auth, 'EmailLink'),
} satisfies Readonly<Record<string, () => Promise<Draw>>>

/** The name of an island: the path of its file in this folder, or otherwise in `public`. */
export type IslandName = keyof typeof islands | keyof typeof signedInIslands
