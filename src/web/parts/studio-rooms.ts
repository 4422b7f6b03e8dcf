import type { Viewer } from '../../platform/http/session.ts'

type Room = {
  path: string
  name: string
  /** For whoever makes music, for everybody, or only for the owner of the instance. */
  of: 'artist' | 'everybody' | 'owner'
}

/** All studio pages, in the order of their tabs. */
const rooms = [
  { path: '/studio', name: 'Casset', of: 'artist' },
  { path: '/studio/releases', name: 'Releases', of: 'artist' },
  { path: '/studio/together', name: 'Together', of: 'everybody' },
  { path: '/studio/emoji', name: 'Emoji', of: 'artist' },
  { path: '/studio/clips', name: 'Clips', of: 'artist' },
  { path: '/studio/drops', name: 'Drops', of: 'artist' },
  { path: '/studio/room', name: 'Room', of: 'everybody' },
  { path: '/studio/sales', name: 'Sales', of: 'artist' },
  { path: '/studio/mailing-list', name: 'Mailing list', of: 'artist' },
  { path: '/studio/codes', name: 'Codes', of: 'artist' },
  { path: '/studio/payouts', name: 'Payouts', of: 'everybody' },
  { path: '/studio/tax', name: 'Tax', of: 'artist' },
  { path: '/studio/files', name: 'Files', of: 'everybody' },
  { path: '/studio/sandbox', name: 'Sandbox', of: 'everybody' },
  { path: '/studio/site', name: 'Site', of: 'owner' },
  { path: '/studio/sellers', name: 'Sellers', of: 'owner' },
  { path: '/studio/accounts', name: 'Accounts', of: 'owner' },
  { path: '/studio/invitations', name: 'Invites', of: 'owner' },
] as const satisfies readonly Room[]

/** The address of a studio page. */
export type StudioPath = (typeof rooms)[number]['path']

type Somebody = Pick<Viewer, 'role' | 'makesMusic'> | null

/** Returns whether somebody's menu has the studio: they make music, or own the instance (rule 3.17). */
export const hasStudio = (viewer: Somebody): boolean => viewer?.makesMusic === true || viewer?.role === 'owner'

/** Returns the tabs of the studio for somebody; the one they are on is always there. */
export const roomsOf = (viewer: Somebody, here: StudioPath) =>
  rooms.filter(({ path, of }) => {
    if (of === 'owner') return viewer?.role === 'owner'
    return of === 'everybody' || hasStudio(viewer) || path === here
  })

/** Returns the page where somebody begins. */
export const homeOf = (viewer: Somebody): string => (hasStudio(viewer) ? '/studio' : '/library')
