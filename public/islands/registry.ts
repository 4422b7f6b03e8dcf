import { type ComponentType, h, render } from 'preact'
import { ownJson } from '../lib/own-json.ts'
import Deck from '../player/deck.tsx'
import PlayPage from '../player/play-page.tsx'
import Follow from './follow.tsx'
import Share from './share.tsx'
import type { signedInIslands } from './signed-in.ts'

/** Renders an island into its element from the props that the server wrote there. */
export type Draw = (root: Element, props: string) => void

/**
 * Draws an island whose code is loaded. It renders and never hydrates, since hydration keeps
 * attributes as they were when the page is restored from the back/forward cache.
 */
export const draw =
  <P extends object>(Component: ComponentType<P>): Draw =>
  (root, props) =>
    render(h(Component, ownJson(props)), root)

/** Draws an island whose chunk is loaded when it is first drawn. */
export const late =
  <P extends object>(load: () => Promise<ComponentType<P>>) =>
  async () =>
    draw(await load())

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
  tracks: late(async () => (await import('./tracks.tsx')).default),
  'player/play-page': async () => draw(PlayPage),
  'player/play-tape': late(async () => (await import('../player/play-tape.tsx')).default),
  retry: late(async () => (await import('./retry.tsx')).default),
  share: async () => draw(Share),
  door: late(async () => (await import('./door.tsx')).default),
  follow: async () => draw(Follow),
  opens: late(async () => (await world()).Opens),
  wish: late(async () => (await world()).Wish),
  filling: late(async () => (await import('./filling.tsx')).default),
  clips: late(async () => (await import('./clips.tsx')).default),
  'clip/clip': late(async () => (await import('./clip/clip.tsx')).default),
  'video/video': late(async () => (await import('./video/video.tsx')).default),
  'release/ask-artist': late(async () => (await release()).AskArtist),
  'release/buy-license': late(async () => (await release()).BuyLicense),
  'release/verify-certificate': late(async () => (await release()).VerifyCertificate),
  'release/withdraw-request': late(async () => (await release()).WithdrawRequest),
  'release/verify': late(async () => (await import('./release/verify.tsx')).default),
  'guest/keep': late(async () => (await guest()).Keep),
  'guest/rest': late(async () => (await guest()).Rest),
  'guest/tracks': late(async () => (await guest()).Tracks),
  'library/play-all': late(async () => (await guest()).PlayAll),
  'links/copy': late(async () => (await guest()).Copy),
  'player/lyrics': late(async () => (await import('../player/lyrics.tsx')).default),
  'auth/log-in': late(async () => (await auth()).LogIn),
  'auth/sign-up': late(async () => (await auth()).SignUp),
  'auth/join': late(async () => (await auth()).Join),
  'auth/reset': late(async () => (await auth()).Reset),
  'auth/verify': late(async () => (await auth()).Verify),
  'auth/set-up': late(async () => (await auth()).SetUp),
  'auth/open-studio': late(async () => (await auth()).OpenStudio),
  'auth/send-email': late(async () => (await auth()).SendEmail),
  'checkout/checkout': late(async () => (await import('./checkout/checkout.tsx')).default),
  'checkout/tip': late(async () => (await checkout()).Tip),
  'checkout/drop': late(async () => (await checkout()).Drop),
  'drop/board': late(async () => (await drop()).Board),
  'drop/clock': late(async () => (await drop()).Clock),
  'drop/enter': late(async () => (await drop()).Enter),
  'checkout/emoji': late(async () => (await checkout()).Emoji),
  'checkout/guest': late(async () => (await import('./checkout/guest.tsx')).default),
  'guest/email': late(async () => (await guest()).Email),
  'guest/claim': late(async () => (await guest()).Claim),
  'checkout/gift': late(async () => (await checkout()).Gift),
  'gift/claim': late(async () => (await guest()).ClaimGift),
  'preorder/money-back': late(async () => (await guest()).MoneyBack),
  'gift/given': late(async () => (await guest()).Given),
  'checkout/license': late(async () => (await checkout()).License),
  'redeem/redeem': late(async () => (await checkout()).Redeem),
  'report/report': late(async () => (await guest()).Report),
  'room/room': late(async () => (await import('./room/room.tsx')).default),
  'receipt/print': late(async () => (await guest()).Print),
  'auth/email-link': late(async () => (await auth()).EmailLink),
} satisfies Readonly<Record<string, () => Promise<Draw>>>

/** The name of an island: the path of its file in this folder, or otherwise in `public`. */
export type IslandName = keyof typeof islands | keyof typeof signedInIslands
