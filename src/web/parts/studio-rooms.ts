import type { Viewer } from '../../platform/http/session.ts'

type Room = {
  path: string
  name: string
  /** For artists, for everybody, or only for the owner of the instance. */
  of: 'artist' | 'everybody' | 'owner'
  /** The topic of the guide about it; null where there is none. */
  guide: string | null
}

/** All studio pages, in the order of their tabs. */
const rooms = [
  { path: '/studio', name: 'Casset', of: 'artist', guide: 'music' },
  { path: '/studio/releases', name: 'Releases', of: 'artist', guide: 'releases' },
  { path: '/studio/together', name: 'Together', of: 'everybody', guide: 'payments' },
  { path: '/studio/emoji', name: 'Emoji', of: 'artist', guide: 'music' },
  { path: '/studio/clips', name: 'Clips', of: 'artist', guide: 'drops' },
  { path: '/studio/drops', name: 'Drops', of: 'artist', guide: 'drops' },
  { path: '/studio/room', name: 'Room', of: 'everybody', guide: null },
  { path: '/studio/sales', name: 'Sales', of: 'artist', guide: 'payments' },
  { path: '/studio/mailing-list', name: 'Mailing list', of: 'artist', guide: null },
  { path: '/studio/codes', name: 'Codes', of: 'artist', guide: 'music' },
  { path: '/studio/payouts', name: 'Payouts', of: 'everybody', guide: 'payments' },
  { path: '/studio/tax', name: 'Tax', of: 'artist', guide: 'tax' },
  { path: '/studio/files', name: 'Files', of: 'everybody', guide: 'music' },
  { path: '/studio/sandbox', name: 'Sandbox', of: 'everybody', guide: 'programs' },
  { path: '/desk', name: 'Desk', of: 'owner', guide: 'settings' },
  { path: '/desk/health', name: 'Health', of: 'owner', guide: 'health' },
  { path: '/studio/sellers', name: 'Sellers', of: 'owner', guide: 'payments' },
  { path: '/studio/accounts', name: 'Accounts', of: 'owner', guide: null },
  { path: '/studio/invitations', name: 'Invites', of: 'owner', guide: 'settings' },
] as const satisfies readonly Room[]

/** The address of a studio page. */
export type StudioPath = (typeof rooms)[number]['path']

type Somebody = Pick<Viewer, 'role' | 'makesMusic'> | null

/**
 * Returns whether somebody's menu has the studio: they make music, or own the instance
 * (rule: making-music).
 */
export const hasStudio = (viewer: Somebody): boolean => viewer?.makesMusic === true || viewer?.role === 'owner'

/** Returns the tabs of the studio for somebody; the current page is always among them. */
export const roomsOf = (viewer: Somebody, here: StudioPath) =>
  rooms.filter(({ path, of }) => {
    if (of === 'owner') return viewer?.role === 'owner'
    return of === 'everybody' || hasStudio(viewer) || path === here
  })

/** Returns somebody's start page. */
export const homeOf = (viewer: Somebody): string => (hasStudio(viewer) ? '/studio' : '/library')
