import commands from '../../../public/guide/de/commands.md' with { type: 'text' }
import content from '../../../public/guide/de/content.md' with { type: 'text' }
import desk from '../../../public/guide/de/desk.md' with { type: 'text' }
import drops from '../../../public/guide/de/drops.md' with { type: 'text' }
import growing from '../../../public/guide/de/growing.md' with { type: 'text' }
import health from '../../../public/guide/de/health.md' with { type: 'text' }
import bring from '../../../public/guide/de/import.md' with { type: 'text' }
import letters from '../../../public/guide/de/letters.md' with { type: 'text' }
import music from '../../../public/guide/de/music.md' with { type: 'text' }
import payments from '../../../public/guide/de/payments.md' with { type: 'text' }
import programs from '../../../public/guide/de/programs.md' with { type: 'text' }
import releases from '../../../public/guide/de/releases.md' with { type: 'text' }
import security from '../../../public/guide/de/security.md' with { type: 'text' }
import server from '../../../public/guide/de/server.md' with { type: 'text' }
import settings from '../../../public/guide/de/settings.md' with { type: 'text' }
import tax from '../../../public/guide/de/tax.md' with { type: 'text' }

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
