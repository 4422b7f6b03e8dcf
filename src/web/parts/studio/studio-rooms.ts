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
 * All pages of the studio, in seven rooms, in the order of the rail: a room's tab opens its first
 * page, and its pages are tabs above the card. A further page is one line here, in the room where
 * an artist looks for it; the page names this path as `here` of StudioLayout and as `path` of
 * studioHead. Pages below another, such as `/studio/tapes/:slug/room`, name the path that is listed
 * here.
 */
const studio = () =>
  [
    { name: say('Music'), pages: [{ path: '/studio', name: say('Cassets'), of: 'artist', guide: 'music' }] },
    {
      name: say('Audience ## a part of the studio: listeners, letters'),
      pages: [
        { path: '/studio/statistics', name: say('Statistics'), of: 'artist', guide: 'music' },
        { path: '/studio/letters', name: say('Letters'), of: 'artist', guide: 'letters' },
        { path: '/studio/shows', name: say('Shows'), of: 'artist', guide: 'letters' },
        { path: '/studio/mailing-list', name: say('Mailing list'), of: 'artist', guide: 'letters' },
      ],
    },
    {
      name: say('Sales'),
      pages: [
        { path: '/studio/sales', name: say('Overview ## of sales'), of: 'artist', guide: 'payments' },
        { path: '/studio/supporters', name: say('Supporters'), of: 'artist', guide: 'payments' },
        { path: '/studio/payouts', name: say('Payouts'), of: 'everybody', guide: 'payments' },
        { path: '/studio/statements', name: say('Statements'), of: 'artist', guide: 'tax' },
        { path: '/studio/tax', name: say('Tax'), of: 'artist', guide: 'tax' },
      ],
    },
    {
      name: say('Share'),
      pages: [
        { path: '/studio/share', name: say('Ways to share'), of: 'artist', guide: 'music' },
        { path: '/studio/codes', name: say('Codes'), of: 'artist', guide: 'music' },
        { path: '/studio/clips', name: say('Clips'), of: 'artist', guide: 'drops' },
      ],
    },
    {
      name: say('Live room'),
      pages: [{ path: '/studio/room', name: say('Live room'), of: 'everybody', guide: null }],
    },
    {
      name: say('Together ## cassets made with others'),
      pages: [
        {
          path: '/studio/together',
          name: say('Together ## cassets made with others'),
          of: 'everybody',
          guide: 'payments',
        },
      ],
    },
    {
      name: say('More ## of the studio'),
      pages: [
        { path: '/studio/releases', name: say('Credits & rights'), of: 'artist', guide: 'releases' },
        { path: '/studio/emoji', name: say('Emoji'), of: 'artist', guide: 'music' },
        { path: '/studio/drops', name: say('Drops'), of: 'artist', guide: 'drops' },
        { path: '/studio/files', name: say('Storage'), of: 'everybody', guide: 'music' },
        { path: '/studio/sandbox', name: say('Developers'), of: 'artist', guide: 'programs' },
      ],
    },
  ] as const satisfies readonly Room[]

/** All pages of the desk, in its four rooms. */
const desk = () =>
  [
    {
      name: say('Desk'),
      pages: [
        { path: '/desk', name: say('Settings'), of: 'site', guide: 'desk' },
        { path: '/desk/health', name: say('Health'), of: 'site', guide: 'health' },
        { path: '/desk/emails', name: say('Emails'), of: 'site', guide: 'health' },
      ],
    },
    {
      name: say('People'),
      pages: [
        { path: '/desk/people', name: say('Accounts'), of: 'people', guide: 'content' },
        { path: '/studio/invitations', name: say('Invitations'), of: 'people', guide: 'desk' },
        { path: '/studio/sellers', name: say('Sellers'), of: 'money', guide: 'payments' },
        { path: '/desk/helpers', name: say('Helpers'), of: 'helpers', guide: 'desk' },
      ],
    },
    {
      name: say('Reports'),
      pages: [
        { path: '/desk/reports', name: say('Reports'), of: 'people', guide: 'content' },
        { path: '/desk/decisions', name: say('Decisions'), of: 'people', guide: 'content' },
      ],
    },
    {
      name: say('Books ## of the site: VAT, statements'),
      pages: [
        { path: '/desk/vat', name: say('VAT ## in the menu'), of: 'money', guide: 'tax' },
        { path: '/desk/statements', name: say('Statements'), of: 'money', guide: 'tax' },
        { path: '/desk/withdrawals', name: say('Withdrawals'), of: 'money', guide: 'payments' },
      ],
    },
  ] as const satisfies readonly Room[]

export type StudioPath = ReturnType<typeof studio | typeof desk>[number]['pages'][number]['path']

type Somebody = Pick<Viewer, 'role' | 'helperRole' | 'makesMusic'> | null

/**
 * Returns the rooms of the studio or of the desk, wherever the current page is, that somebody has a
 * page in, with these pages; the current page is always among them, and its room says so. A room of
 * one page is called as that page is.
 */
export function roomsOf(viewer: Somebody, here: StudioPath) {
  const isDesk = isOfDesk(here)
  const isOpen = ({ path, of }: StudioPage) => {
    if (path === here || of === 'everybody') return true
    return of === 'artist' ? viewer?.makesMusic === true : viewer !== null && mayUse(viewer, of)
  }
  const rooms = (isDesk ? desk() : studio()).flatMap(({ name, pages: all }: Room) => {
    const pages = all.filter(isOpen)
    const [first] = pages
    if (!first) return []
    return [
      {
        name: all.length > 1 && pages.length === 1 ? first.name : name,
        pages,
        path: first.path,
        isHere: pages.some(({ path }) => path === here),
      },
    ]
  })
  return { isDesk, rooms }
}

const isOfDesk = (here: StudioPath) => desk().some(({ pages }) => pages.some(({ path }) => path === here))

/** Returns the first page of the desk that somebody may use; null where they may use none. */
export function deskOf(viewer: NonNullable<Somebody>): string | null {
  const pages = desk().flatMap(({ pages }): readonly StudioPage[] => pages)
  return pages.find(({ of }) => of !== 'artist' && of !== 'everybody' && mayUse(viewer, of))?.path ?? null
}

export const homeOf = (viewer: NonNullable<Somebody>): string =>
  viewer.makesMusic ? '/studio' : (deskOf(viewer) ?? '/library')
