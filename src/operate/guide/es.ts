import commands from '../../../public/guide/es/commands.md' with { type: 'text' }
import content from '../../../public/guide/es/content.md' with { type: 'text' }
import desk from '../../../public/guide/es/desk.md' with { type: 'text' }
import drops from '../../../public/guide/es/drops.md' with { type: 'text' }
import growing from '../../../public/guide/es/growing.md' with { type: 'text' }
import health from '../../../public/guide/es/health.md' with { type: 'text' }
import bring from '../../../public/guide/es/import.md' with { type: 'text' }
import letters from '../../../public/guide/es/letters.md' with { type: 'text' }
import music from '../../../public/guide/es/music.md' with { type: 'text' }
import payments from '../../../public/guide/es/payments.md' with { type: 'text' }
import programs from '../../../public/guide/es/programs.md' with { type: 'text' }
import releases from '../../../public/guide/es/releases.md' with { type: 'text' }
import security from '../../../public/guide/es/security.md' with { type: 'text' }
import server from '../../../public/guide/es/server.md' with { type: 'text' }
import settings from '../../../public/guide/es/settings.md' with { type: 'text' }
import tax from '../../../public/guide/es/tax.md' with { type: 'text' }

/** The guide in this language, by the names of its topics. */
export const guide: Readonly<Record<string, string>> = {
  commands,
  content,
  desk,
  drops,
  growing,
  health,
  import: bring,
  letters,
  music,
  payments,
  programs,
  releases,
  security,
  server,
  settings,
  tax,
}
