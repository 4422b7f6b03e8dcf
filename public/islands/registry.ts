import { type ComponentType, h, render } from 'preact'
import Deck from './deck.tsx'
import Follow from './follow.tsx'
import PlayPage from './play-page.tsx'
import PlayTape from './play-tape.tsx'
import Retry from './retry.tsx'
import Share from './share.tsx'
import type { studioIslands } from './studio/registry.ts'

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
 * All islands by name, but those of the studio (studio/registry.ts). The deck and the small buttons of public pages are
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
  'links/copy': late(() => import('./links/copy.tsx')),
  words: late(() => import('./words.tsx')),
  'bell/bell': late(() => import('./bell/bell.tsx')),
  'bell/shown': late(() => import('./bell/shown.tsx')),
  'auth/log-in': late(() => import('./auth/log-in.tsx')),
  'auth/sign-up': late(() => import('./auth/sign-up.tsx')),
  'auth/sign-out': late(() => import('./auth/sign-out.tsx')),
  'auth/join': late(() => import('./auth/join.tsx')),
  'account/identities': late(() => import('./account/identities.tsx')),
  'account/passkeys': late(() => import('./account/passkeys.tsx')),
  'auth/reset': late(() => import('./auth/reset.tsx')),
  'auth/verify': late(() => import('./auth/verify.tsx')),
  'auth/set-up': late(() => import('./auth/set-up.tsx')),
  'auth/open-studio': late(() => import('./auth/open-studio.tsx')),
  'auth/send-letter': late(() => import('./auth/send-letter.tsx')),
  'account/profile': late(() => import('./account/profile.tsx')),
  'account/picture': late(() => import('./account/picture.tsx')),
  'account/sessions': late(() => import('./account/sessions.tsx')),
  'account/activity': late(() => import('./account/activity.tsx')),
  'account/notifications': late(() => import('./account/notifications.tsx')),
  'account/password': late(() => import('./account/password.tsx')),
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
  'account/mailing-lists': late(() => import('./account/mailing-lists.tsx')),
  'account/handle': late(() => import('./account/handle.tsx')),
  filling: async () => draw((await import('./filling.tsx')).default),
  clips: async () => draw((await import('./clips.tsx')).default),
  'clip/clip': async () => draw((await import('./clip/clip.tsx')).default),
  'video/video': async () => draw((await import('./video/video.tsx')).default),
  'release/verify': async () => draw((await import('./release/verify.tsx')).default),
  'links/copy': async () => draw((await import('./links/copy.tsx')).default),
  'studio/clips/clips': async () => draw((await import('./studio/clips/clips.tsx')).default),
  words: async () => draw((await import('./words.tsx')).default),
  'bell/bell': async () => draw((await import('./bell/bell.tsx')).default),
  'bell/shown': async () => draw((await import('./bell/shown.tsx')).default),
  'auth/log-in': async () => draw((await import('./auth/log-in.tsx')).default),
  'auth/sign-up': async () => draw((await import('./auth/sign-up.tsx')).default),
  'auth/sign-out': async () => draw((await import('./auth/sign-out.tsx')).default),
  'auth/join': async () => draw((await import('./auth/join.tsx')).default),
  'account/identities': async () => draw((await import('./account/identities.tsx')).default),
  'account/passkeys': async () => draw((await import('./account/passkeys.tsx')).default),
  'auth/reset': async () => draw((await import('./auth/reset.tsx')).default),
  'auth/verify': async () => draw((await import('./auth/verify.tsx')).default),
  'auth/set-up': async () => draw((await import('./auth/set-up.tsx')).default),
  'auth/open-studio': async () => draw((await import('./auth/open-studio.tsx')).default),
  'auth/send-letter': async () => draw((await import('./auth/send-letter.tsx')).default),
  'account/mailing-lists': async () => draw((await import('./account/mailing-lists.tsx')).default),
  'account/handle': async () => draw((await import('./account/handle.tsx')).default),
  'auth/email-link': async () => draw((await import('./auth/email-link.tsx')).default),
  'account/delete-account': async () => draw((await import('./account/delete-account.tsx')).default),
  'account/email': async () => draw((await import('./account/email.tsx')).default),
  'account/profile': async () => draw((await import('./account/profile.tsx')).default),
  'account/picture': async () => draw((await import('./account/picture.tsx')).default),
  'account/sessions': async () => draw((await import('./account/sessions.tsx')).default),
  'account/activity': async () => draw((await import('./account/activity.tsx')).default),
  'account/notifications': async () => draw((await import('./account/notifications.tsx')).default),
  'account/password': async () => draw((await import('./account/password.tsx')).default),
  'checkout/checkout': async () => draw((await import('./checkout/checkout.tsx')).default),
  'checkout/tip': async () => draw((await import('./checkout/tip.tsx')).default),
  'checkout/drop': async () => draw((await import('./checkout/drop.tsx')).default),
  'drop/board': async () => draw((await import('./drop/board.tsx')).default),
  'drop/clock': async () => draw((await import('./drop/clock.tsx')).default),
  'drop/enter': async () => draw((await import('./drop/enter.tsx')).default),
  'studio/drops/new-drop': async () => draw((await import('./studio/drops/new-drop.tsx')).default),
  'studio/drops/run': async () => draw((await import('./studio/drops/run.tsx')).default),
  'checkout/emoji': async () => draw((await import('./checkout/emoji.tsx')).default),
  'checkout/guest': async () => draw((await import('./checkout/guest.tsx')).default),
  'guest/letter': async () => draw((await import('./guest/letter.tsx')).default),
  'guest/claim': async () => draw((await import('./guest/claim.tsx')).default),
  'checkout/license': async () => draw((await import('./checkout/license.tsx')).default),
  'redeem/redeem': async () => draw((await import('./redeem/redeem.tsx')).default),
  'studio/codes/codes': async () => draw((await import('./studio/codes/codes.tsx')).default),
  'studio/releases/new-release': async () => draw((await import('./studio/releases/new-release.tsx')).default),
  'studio/releases/release': async () => draw((await import('./studio/releases/release.tsx')).default),
  'studio/sandbox/credentials': async () => draw((await import('./studio/sandbox/credentials.tsx')).default),
  'studio/files/files': async () => draw((await import('./studio/files/files.tsx')).default),
  'studio/accounts/accounts': async () => draw((await import('./studio/accounts/accounts.tsx')).default),
  'studio/invitations/invitations': async () => draw((await import('./studio/invitations/invitations.tsx')).default),
  'room/room': async () => draw((await import('./room/room.tsx')).default),
  'receipt/print': async () => draw((await import('./receipt/print.tsx')).default),
  'studio/sales/disputes': async () => draw((await import('./studio/sales/disputes.tsx')).default),
  'studio/sales/sales': async () => draw((await import('./studio/sales/sales.tsx')).default),
  'studio/sellers/sellers': async () => draw((await import('./studio/sellers/sellers.tsx')).default),
  'studio/payouts/ask-to-sell': async () => draw((await import('./studio/payouts/ask-to-sell.tsx')).default),
  'studio/payouts/dashboard': async () => draw((await import('./studio/payouts/dashboard.tsx')).default),
  'studio/payouts/onboard': async () => draw((await import('./studio/payouts/onboard.tsx')).default),
  'studio/tax/tax-form': async () => draw((await import('./studio/tax/tax-form.tsx')).default),
  'studio/studio': async () => draw((await import('./studio/studio.tsx')).default),
  'studio/together/make': async () => draw((await import('./studio/together/make.tsx')).default),
  'studio/together/co-casset': async () => draw((await import('./studio/together/co-casset.tsx')).default),
  'studio/room/moderation': async () => draw((await import('./studio/room/moderation.tsx')).default),
  'studio/emoji/emoji': async () => draw((await import('./studio/emoji/emoji.tsx')).default),
} satisfies Readonly<Record<string, () => Promise<Draw>>>

/** The name of an island: the path of its file in this folder. */
export type IslandName = keyof typeof islands | keyof typeof studioIslands
