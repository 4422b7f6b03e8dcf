import { type ComponentType, h, render } from 'preact'
import Deck from './deck.tsx'
import Follow from './follow.tsx'
import PlayPage from './play-page.tsx'
import PlayTape from './play-tape.tsx'
import Retry from './retry.tsx'
import Share from './share.tsx'
import type { signedInIslands } from './signed-in.ts'

/** Renders an island into its element from the props that the server wrote there. */
export type Draw = (root: Element, props: string) => void

// render, never hydrate: hydration keeps attributes as they were when the page is taken out of the back/forward cache.
const draw =
  <P extends object>(Component: ComponentType<P>): Draw =>
  (root, props) =>
    render(h(Component, JSON.parse(props)), root)

/** Draws an island whose chunk is loaded when it is first drawn. */
export const late =
  <P extends object>(load: () => Promise<{ default: ComponentType<P> }>) =>
  async () =>
    draw((await load()).default)

/**
 * All islands by name, but those of account and studio (signed-in.ts). The deck and the small buttons of public pages are
 * part of the main script; each other island is a chunk of its own, loaded only where it is used.
 */
export const islands = {
  deck: async () => draw(Deck),
  tracks: late(() => import('./tracks.tsx')),
  'play-page': async () => draw(PlayPage),
  'play-tape': async () => draw(PlayTape),
  retry: async () => draw(Retry),
  share: async () => draw(Share),
  door: late(() => import('./door.tsx')),
  follow: async () => draw(Follow),
  filling: late(() => import('./filling.tsx')),
  clips: late(() => import('./clips.tsx')),
  'clip/clip': late(() => import('./clip/clip.tsx')),
  'video/video': late(() => import('./video/video.tsx')),
  'release/verify': late(() => import('./release/verify.tsx')),
  'guest/tracks': late(() => import('./guest/tracks.tsx')),
  'links/copy': late(() => import('./links/copy.tsx')),
  words: late(() => import('./words.tsx')),
  'bell/bell': late(() => import('./bell/bell.tsx')),
  'bell/shown': late(() => import('./bell/shown.tsx')),
  'auth/log-in': late(() => import('./auth/log-in.tsx')),
  'auth/sign-up': late(() => import('./auth/sign-up.tsx')),
  'auth/sign-out': late(() => import('./auth/sign-out.tsx')),
  'auth/join': late(() => import('./auth/join.tsx')),
  'auth/reset': late(() => import('./auth/reset.tsx')),
  'auth/verify': late(() => import('./auth/verify.tsx')),
  'auth/set-up': late(() => import('./auth/set-up.tsx')),
  'auth/open-studio': late(() => import('./auth/open-studio.tsx')),
  'auth/send-letter': late(() => import('./auth/send-letter.tsx')),
  'checkout/checkout': late(() => import('./checkout/checkout.tsx')),
  'checkout/tip': late(() => import('./checkout/tip.tsx')),
  'checkout/drop': late(() => import('./checkout/drop.tsx')),
  'drop/board': late(() => import('./drop/board.tsx')),
  'drop/clock': late(() => import('./drop/clock.tsx')),
  'drop/enter': late(() => import('./drop/enter.tsx')),
  'checkout/emoji': late(() => import('./checkout/emoji.tsx')),
  'checkout/guest': late(() => import('./checkout/guest.tsx')),
  'guest/letter': late(() => import('./guest/letter.tsx')),
  'guest/claim': late(() => import('./guest/claim.tsx')),
  'checkout/license': late(() => import('./checkout/license.tsx')),
  'redeem/redeem': late(() => import('./redeem/redeem.tsx')),
  'room/room': late(() => import('./room/room.tsx')),
  'receipt/print': late(() => import('./receipt/print.tsx')),
  'auth/email-link': late(() => import('./auth/email-link.tsx')),
} satisfies Readonly<Record<string, () => Promise<Draw>>>

/** The name of an island: the path of its file in this folder. */
export type IslandName = keyof typeof islands | keyof typeof signedInIslands
