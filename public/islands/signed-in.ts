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

/**
 * The islands of the account and studio pages, by name. No public page uses them, so they are a
 * separate chunk.
 */
export const signedInIslands = {
  'bell/bell': async () => draw(Bell),
  'bell/shown': async () => draw(Shown),
  'auth/sign-out': async () => draw(SignOut),
  'account/identities': late(async () => (await account()).Identities),
  'account/passkeys': late(async () => (await account()).Passkeys),
  'account/profile': late(async () => (await account()).Profile),
  'account/picture': late(async () => (await account()).Picture),
  'account/sessions': late(async () => (await account()).Sessions),
  'account/activity': late(async () => (await account()).Activity),
  'account/notifications': late(async () => (await account()).Notifications),
  'account/password': late(async () => (await account()).Password),
  'account/mailing-lists': late(async () => (await account()).MailingLists),
  'account/handle': late(async () => (await account()).Handle),
  'account/delete-account': late(async () => (await account()).DeleteAccount),
  'account/export': late(async () => (await account()).Export),
  'account/object': late(async () => (await account()).ObjectForm),
  'account/email': late(async () => (await account()).Email),
  'desk/person': late(async () => (await people()).PersonKeys),
  'desk/reports': late(async () => (await people()).Reports),
  'desk/answer': late(async () => (await people()).Answer),
  'desk/take-down': late(async () => (await people()).TakeDown),
  'desk/vat/vat': late(async () => (await money()).Vat),
  'desk/groups': late(async () => (await desk()).Desk),
  'desk/health': late(async () => (await desk()).Health),
  'desk/staff': late(async () => (await desk()).Helpers),
  'desk/setup/backup-step': late(async () => (await desk()).BackupStep),
  'desk/setup/setup': late(async () => (await desk()).Setup),
  'library/add-to-playlist': late(async () => (await library()).AddToPlaylist),
  'library/keep-offline': late(async () => (await library()).KeepOffline),
  'library/kept': late(async () => (await library()).Kept),
  'library/playlist': late(async () => (await library()).Playlist),
  'library/playlists': late(async () => (await library()).Playlists),
  'studio/clips/clips': late(async () => (await people()).Clips),
  'studio/letters/begin': late(async () => (await people()).BeginLetter),
  'studio/mailing-list/bring': late(async () => (await people()).BringAddresses),
  'studio/letters/letter': late(async () => (await people()).Letter),
  'studio/drops/new-drop': late(async () => (await people()).NewDrop),
  'studio/drops/run': late(async () => (await people()).Run),
  'studio/codes/codes': late(async () => (await money()).Codes),
  'studio/codes/discounts': late(async () => (await money()).Discounts),
  'studio/releases/new-release': late(async () => (await releases()).NewRelease),
  'studio/releases/release': late(async () => (await releases()).Release),
  'studio/sandbox/credentials': late(async () => (await people()).Credentials),
  'studio/files/files': late(async () => (await people()).Files),
  'studio/accounts/accounts': late(async () => (await people()).Accounts),
  'studio/sales/disputes': late(async () => (await money()).Disputes),
  'studio/sales/sales': late(async () => (await money()).Sales),
  'studio/sellers/sellers': late(async () => (await money()).Sellers),
  'studio/payouts/ask-to-sell': late(async () => (await money()).AskToSell),
  'studio/payouts/dashboard': late(async () => (await money()).Dashboard),
  'studio/payouts/onboard': late(async () => (await money()).Onboard),
  'studio/tax/tax-form': late(async () => (await money()).TaxForm),
  'studio/studio': late(async () => (await studio()).Studio),
  'studio/tapes/bring/bring': late(async () => (await people()).Bring),
  'studio/tapes/everything': late(async () => (await people()).EverythingForm),
  'studio/tapes/make': late(async () => (await people()).MakeTape),
  'studio/tapes/place': late(async () => (await studio()).Place),
  'studio/together/make': late(async () => (await people()).Make),
  'studio/together/co-casset': late(async () => (await people()).CoCasset),
  'studio/room/moderation': late(async () => (await people()).Moderation),
  'studio/emoji/emoji': late(async () => (await money()).Emoji),
  'studio/invitations/invitations': late(async () => (await people()).Invitations),
} satisfies Readonly<Record<string, () => Promise<Draw>>>
