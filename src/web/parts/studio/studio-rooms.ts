import { say } from '../../../lib/language/say.ts'
import { type DeskPart, mayUse } from '../../../platform/http/session/desk-role.ts'
import type { Viewer } from '../../../platform/http/session/session.ts'

type StudioPage = {
  path: string
  name: string
  /** For artists, for everybody, or for whoever may use that part of the desk. */
  of: 'artist' | 'everybody' | DeskPart
  /** The topic of the guide about it; null where there is none. */
  guide: string | null
}

type Room = { name: string; pages: readonly StudioPage[] }

/**
 * All studio pages, in five rooms, in the order of the tabs: a room's tab opens its first page. A
 * further page is one line here, in the room where an artist looks for it; the page names this
 * path as `here` of StudioLayout and as `path` of studioHead.
 * Pages below another, such as `/studio/tapes/:slug/room`, name the path that is listed here.
 */
const rooms = () =>
  [
    {
      name: say('Music'),
      pages: [
        { path: '/studio', name: say('Cassets'), of: 'artist', guide: 'music' },
        { path: '/studio/releases', name: say('Credits & rights'), of: 'artist', guide: 'releases' },
        { path: '/studio/together', name: say('Collaborations'), of: 'everybody', guide: 'payments' },
        { path: '/studio/files', name: say('Storage'), of: 'everybody', guide: 'music' },
      ],
    },
    {
      name: say('People ## a part of the studio: listeners, letters, clips'),
      pages: [
        { path: '/studio/statistics', name: say('Statistics'), of: 'artist', guide: 'music' },
        { path: '/studio/room', name: say('Live room'), of: 'everybody', guide: null },
        { path: '/studio/letters', name: say('Letters'), of: 'artist', guide: 'letters' },
        { path: '/studio/mailing-list', name: say('Mailing list'), of: 'artist', guide: 'letters' },
        { path: '/studio/clips', name: say('Clips'), of: 'artist', guide: 'drops' },
      ],
    },
    {
      name: say('Money'),
      pages: [
        { path: '/studio/sales', name: say('Sales'), of: 'artist', guide: 'payments' },
        { path: '/studio/payouts', name: say('Payouts'), of: 'everybody', guide: 'payments' },
        { path: '/studio/emoji', name: say('Emoji'), of: 'artist', guide: 'music' },
        { path: '/studio/statements', name: say('Statements'), of: 'artist', guide: 'tax' },
        { path: '/studio/tax', name: say('Tax'), of: 'artist', guide: 'tax' },
      ],
    },
    {
      name: say('Share'),
      pages: [
        { path: '/studio/codes', name: say('Codes'), of: 'artist', guide: 'music' },
        { path: '/studio/drops', name: say('Drops'), of: 'artist', guide: 'drops' },
        { path: '/studio/sandbox', name: say('Developers'), of: 'artist', guide: 'programs' },
      ],
    },
    {
      name: say('Site'),
      pages: [
        { path: '/desk', name: say('Desk'), of: 'site', guide: 'desk' },
        { path: '/desk/health', name: say('Health'), of: 'site', guide: 'health' },
        { path: '/desk/reports', name: say('Reports'), of: 'people', guide: 'content' },
        { path: '/desk/decisions', name: say('Decisions'), of: 'people', guide: 'content' },
        { path: '/desk/vat', name: say('VAT ## in the menu'), of: 'money', guide: 'tax' },
        { path: '/desk/statements', name: say('Statements'), of: 'money', guide: 'tax' },
        { path: '/studio/sellers', name: say('Sellers'), of: 'money', guide: 'payments' },
        { path: '/desk/people', name: say('People'), of: 'people', guide: 'content' },
        { path: '/studio/invitations', name: say('Invitations'), of: 'people', guide: 'desk' },
        { path: '/desk/helpers', name: say('Helpers'), of: 'helpers', guide: 'desk' },
      ],
    },
  ] as const satisfies readonly Room[]

export type StudioPath = ReturnType<typeof rooms>[number]['pages'][number]['path']

type Somebody = Pick<Viewer, 'role' | 'helperRole' | 'makesMusic'> | null

/**
 * Returns whether somebody's menu has the studio: they make music, own the instance, or help at its
 * desk (rule: making-music).
 */
export const hasStudio = (viewer: Somebody): boolean =>
  viewer !== null && (viewer.makesMusic || viewer.role === 'owner' || viewer.helperRole !== null)

/**
 * Returns the rooms that somebody has a page in, with these pages; the current page is always among
 * them, and the room that it is in says so.
 */
export function roomsOf(viewer: Somebody, here: StudioPath) {
  const isOpen = ({ path, of }: StudioPage) => {
    if (of === 'artist' || of === 'everybody') return of === 'everybody' || hasStudio(viewer) || path === here
    return viewer !== null && mayUse(viewer, of)
  }
  return rooms().flatMap(({ name, pages: all }: Room) => {
    const pages = all.filter(isOpen)
    const [first] = pages
    return first ? [{ name, pages, path: first.path, isHere: pages.some(({ path }) => path === here) }] : []
  })
}

export const homeOf = (viewer: Somebody): string => (hasStudio(viewer) ? '/studio' : '/library')
