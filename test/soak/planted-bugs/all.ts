import { accessBugs } from './access.ts'
import { accountBugs } from './account.ts'
import { browserBugs } from './browser.ts'
import type { PlantedBug } from './bug.ts'
import { customerBugs } from './customer.ts'
import { deletionBugs } from './deletion.ts'
import { eventBugs } from './event.ts'
import { guestBugs } from './guest.ts'
import { holdingBugs } from './holding.ts'
import { ledgerBugs } from './ledger.ts'
import { machineBugs } from './machine.ts'
import { rareBugs, restoreBugs } from './rare.ts'
import { refundBugs } from './refund.ts'
import { releaseBugs } from './release.ts'
import { roomBugs } from './room.ts'
import { saleBugs } from './sale.ts'
import { transferBugs } from './transfer.ts'
import { agentBugs } from './wings/agent.ts'
import { backupBugs } from './wings/backup.ts'
import { deskBugs } from './wings/desk.ts'
import { edgeBugs } from './wings/edge.ts'
import { embedBugs } from './wings/embed.ts'
import { importedBugs } from './wings/import.ts'
import { letterBugs } from './wings/letter.ts'
import { moderationBugs } from './wings/moderation.ts'
import { playerBugs } from './wings/player.ts'
import { playlistBugs } from './wings/playlist.ts'
import { standbyBugs } from './wings/standby.ts'
import { tapeBugs } from './wings/tape.ts'
import { upgradeBugs } from './wings/upgrade.ts'

/** Every planted bug: those of money, then the others. */
export const allPlantedBugs: readonly PlantedBug[] = [
  ...saleBugs,
  ...customerBugs,
  ...refundBugs,
  ...eventBugs,
  ...ledgerBugs,
  ...transferBugs,
  ...holdingBugs,
  ...guestBugs,
  ...rareBugs,
  ...restoreBugs,
  ...accountBugs,
  ...accessBugs,
  ...roomBugs,
  ...releaseBugs,
  ...machineBugs,
  ...browserBugs,
  ...deletionBugs,
  ...agentBugs,
  ...backupBugs,
  ...deskBugs,
  ...edgeBugs,
  ...embedBugs,
  ...importedBugs,
  ...letterBugs,
  ...moderationBugs,
  ...playerBugs,
  ...playlistBugs,
  ...standbyBugs,
  ...tapeBugs,
  ...upgradeBugs,
]
