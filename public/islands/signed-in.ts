// Nearly every page of an account has a form: without it its smallest part is one more file.
import '../lib/form-parts.ts'
import SignOut from './auth/sign-out.tsx'
import Bell from './bell/bell.tsx'
import Shown from './bell/shown.tsx'
import { type Draw, draw, late } from './registry.ts'

const account = () => import('./account/islands.ts')
const desk = () => import('./desk/islands.ts')
const library = () => import('./library/islands.ts')
const money = () => import('./studio/money-islands.ts')
const people = () => import('./studio/people-islands.ts')
const releases = () => import('./studio/releases/islands.ts')
const studio = () => import('./studio/studio-islands.ts')

/** No public page uses these islands, so they are a separate chunk. */
export const signedInIslands = {
  'bell/bell': async () => draw(Bell),
  'bell/shown': async () => draw(Shown),
  'auth/sign-out': async () => draw(SignOut),
  'account/identities': late(account, 'Identities'),
  'account/passkeys': late(account, 'Passkeys'),
  'account/profile': late(account, 'Profile'),
  'account/picture': late(account, 'Picture'),
  'account/sessions': late(account, 'Sessions'),
  'account/activity': late(account, 'Activity'),
  'account/notifications': late(account, 'Notifications'),
  'account/password': late(account, 'Password'),
  'account/mailing-lists': late(account, 'MailingLists'),
  'account/handle': late(account, 'Handle'),
  'account/delete-account': late(account, 'DeleteAccount'),
  'account/export': late(account, 'Export'),
  'account/object': late(account, 'ObjectForm'),
  'account/email': late(account, 'Email'),
  'desk/person': late(people, 'PersonKeys'),
  'desk/reports': late(people, 'Reports'),
  'desk/answer': late(people, 'Answer'),
  'desk/take-down': late(people, 'TakeDown'),
  'desk/vat/vat': late(money, 'Vat'),
  'desk/groups': late(desk, 'Desk'),
  'desk/health': late(desk, 'Health'),
  'desk/staff': late(desk, 'Helpers'),
  'desk/setup/backup-step': late(desk, 'BackupStep'),
  'desk/setup/setup': late(desk, 'Setup'),
  'library/add-to-playlist': late(library, 'AddToPlaylist'),
  'library/keep-offline': late(library, 'KeepOffline'),
  'library/kept': late(library, 'Kept'),
  'library/playlist': late(library, 'Playlist'),
  'library/playlists': late(library, 'Playlists'),
  'studio/clips/clips': late(people, 'Clips'),
  'studio/letters/begin': late(people, 'BeginLetter'),
  'studio/mailing-list/bring': late(people, 'BringAddresses'),
  'studio/letters/letter': late(people, 'Letter'),
  'studio/drops/new-drop': late(people, 'NewDrop'),
  'studio/drops/run': late(people, 'Run'),
  'studio/codes/codes': late(money, 'Codes'),
  'studio/codes/discounts': late(money, 'Discounts'),
  'studio/releases/new-release': late(releases, 'NewRelease'),
  'studio/releases/release': late(releases, 'Release'),
  'studio/sandbox/credentials': late(people, 'Credentials'),
  'studio/files/files': late(people, 'Files'),
  'studio/accounts/accounts': late(people, 'Accounts'),
  'studio/sales/disputes': late(money, 'Disputes'),
  'studio/sales/sales': late(money, 'Sales'),
  'studio/sellers/sellers': late(money, 'Sellers'),
  'studio/payouts/ask-to-sell': late(money, 'AskToSell'),
  'studio/payouts/dashboard': late(money, 'Dashboard'),
  'studio/payouts/onboard': late(money, 'Onboard'),
  'studio/tax/tax-form': late(money, 'TaxForm'),
  'studio/studio': late(studio, 'Studio'),
  'studio/tapes/bring/bring': late(people, 'Bring'),
  'studio/tapes/everything': late(people, 'EverythingForm'),
  'studio/tapes/make': late(people, 'MakeTape'),
  'studio/tapes/place': late(studio, 'Place'),
  'studio/together/make': late(people, 'Make'),
  'studio/together/co-casset': late(people, 'CoCasset'),
  'studio/room/moderation': late(people, 'Moderation'),
  'studio/emoji/emoji': late(money, 'Emoji'),
  'studio/invitations/invitations': late(people, 'Invitations'),
} satisfies Readonly<Record<string, () => Promise<Draw>>>
